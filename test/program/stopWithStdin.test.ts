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

type Child = Awaited<ReturnType<typeof startServer>>['child']

test.each<[string, string[], { ipc?: () => void }, (child: Child) => unknown]>([
  ['the end of its input with --stop-with-stdin', ['--stop-with-stdin'], {}, (child) => child.stdin.end()],
  ['SIGTERM while that input is open', ['--stop-with-stdin'], {}, (child) => child.kill('SIGTERM')],
  ['the end of its channel of Node', [], { ipc: () => {} }, (child) => child.disconnect()],
  ['SIGTERM while its channel of Node is open', [], { ipc: () => {} }, (child) => child.kill('SIGTERM')],
])('a server stops at %s', async (_, args, options, stop) => {
  using folder = emptyFolder()
  const { child, readUntil } = await startServer(folder.path, args, options)
  await readUntil('There is no admin yet')
  stop(child)
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
