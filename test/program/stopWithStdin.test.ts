import { expect, test } from 'bun:test'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { emptyFolder } from '../support/folder.ts'

const startServer = async (cwd: string, args: string[], options: { ipc?: () => void } = {}) => {
  const child = Bun.spawn([await binary(), 'serve', '--database', ':memory:', '--port', '0', ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'text' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(20_000),
    ...options,
  })
  const reader = child.stdout.getReader()
  let output = ''
  const readUntil = async (text: string) => {
    while (!output.includes(text)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`It exited without "${text}": ${output}`)
      output += new TextDecoder().decode(value)
    }
  }
  return { child, readUntil }
}

test('--stop-with-stdin stops the server when its standard input ends', async () => {
  using folder = emptyFolder()
  const { child, readUntil } = await startServer(folder.path, ['--stop-with-stdin'])
  await readUntil('Listening on')
  await child.stdin.end()
  await readUntil('Stopped.')
  expect([await child.exited, child.signalCode]).toEqual([0, null])
})

test('--stop-with-stdin leaves signals as they are', async () => {
  using folder = emptyFolder()
  const { child, readUntil } = await startServer(folder.path, ['--stop-with-stdin'])
  await readUntil('There is no admin yet')
  child.kill('SIGTERM')
  await readUntil('Stopped.')
  expect([await child.exited, child.signalCode]).toEqual([0, null])
})

test('without --stop-with-stdin the end of standard input is not noticed', async () => {
  using folder = emptyFolder()
  const { child, readUntil } = await startServer(folder.path, [])
  await child.stdin.end()
  await readUntil('There is no admin yet')
  child.kill('SIGTERM')
  await readUntil('Stopping.')
  expect(await child.exited).toBe(0)
})

test('a start with --stop-with-stdin that fails ends while standard input is open', async () => {
  using folder = emptyFolder()
  await Bun.write(`${folder.path}/wrong.json`, '{"labels":[{}]}')
  const { child } = await startServer(folder.path, ['--stop-with-stdin', '--seed', 'wrong.json'])
  expect([await child.exited, child.signalCode]).toEqual([1, null])
})

test('a server that was started with a channel of Node stops when the channel ends', async () => {
  using folder = emptyFolder()
  const { child, readUntil } = await startServer(folder.path, [], { ipc: () => {} })
  await readUntil('Listening on')
  child.disconnect()
  await readUntil('Stopped.')
  expect([await child.exited, child.signalCode]).toEqual([0, null])
})

test('a channel of Node that stays open keeps no server running', async () => {
  using folder = emptyFolder()
  const { child, readUntil } = await startServer(folder.path, [], { ipc: () => {} })
  await readUntil('There is no admin yet')
  child.kill('SIGTERM')
  await readUntil('Stopped.')
  expect([await child.exited, child.signalCode]).toEqual([0, null])
})
