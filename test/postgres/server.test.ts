// Tests of the servers that the other tests start.
import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { maxMs } from '../support/bounds.ts'
import { startPostgres } from '../support/postgres.ts'
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

postgresTest('a standby that is promoted has all that was committed before the primary stopped', async () => {
  await using primary = await startPostgres()
  const database = await primary.createDatabase()
  await using standby = await primary.createStandby()
  await primary.query('CREATE TABLE numbers (n int)', database)
  await primary.query('INSERT INTO numbers VALUES (1)', database)
  await primary.stop('immediate')
  await standby.promote()
  await standby.query('INSERT INTO numbers VALUES (2)', database)
  expect(await standby.query('SELECT n FROM numbers ORDER BY n', database)).toEqual([{ n: 1 }, { n: 2 }])
  await primary.start()
  expect(await primary.query('SELECT n FROM numbers', database)).toEqual([{ n: 1 }])
})
