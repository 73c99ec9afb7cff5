// Tests of the servers that the other tests start.
import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { maxMs } from '../support/bounds.ts'
import { postgresTest } from '../support/programs.ts'

const postgresModule = new URL('../support/postgres.ts', import.meta.url).pathname
const pollMs = 20
const waitTimeoutMs = maxMs(10_000)

postgresTest('a server of a test, and its data, are gone when the process that started it is killed', async () => {
  const script = `
    const { startPostgres } = await import('${postgresModule}')
    const { pid, folder } = await startPostgres()
    console.log(JSON.stringify({ pid, folder }))
    await Bun.sleep(60_000)`
  await using child = Bun.spawn([process.execPath, '-e', script], { stdin: 'ignore', stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  const { pid, folder } = JSON.parse(new TextDecoder().decode(value))
  expect(existsSync(`/proc/${pid}`)).toBe(true)
  child.kill('SIGKILL')
  const deadline = Date.now() + waitTimeoutMs
  while ((existsSync(`/proc/${pid}`) || existsSync(folder)) && Date.now() < deadline) await Bun.sleep(pollMs)
  expect({ server: existsSync(`/proc/${pid}`), folder: existsSync(folder) }).toEqual({ server: false, folder: false })
})
