import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { serveBinary } from '../../support/binary.ts'
import { createCliLibrary, logIn } from '../../support/cliLibrary.ts'

/** The ids of the processes that a process has started. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

test('an export that fails midway is one line in the log, and its connection is closed', async () => {
  using library = await createCliLibrary()
  // The file is longer than what connections and pipes hold.
  const labels = Array.from({ length: 150_000 }, (_, n) => ({ name: `${n} ${'x'.repeat(90)}` }))
  expect((await library.run(['seed', '-'], JSON.stringify({ labels }))).code).toBe(0)
  await using server = await serveBinary([], { cwd: library.folder, env: { LOG_FORMAT: 'json' } })
  const errors = server.errors()
  const admin = await logIn(server, 'admin@example.com')
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  socket.write(`GET /console/api/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`)
  await once(socket, 'readable')
  let children = childrenOf(server.pid)
  while (children.length === 0) children = childrenOf(server.pid)
  for (const pid of children) process.kill(pid, 'SIGKILL')
  socket.resume()
  await closed
  const { out } = await server.stop()
  expect(await errors).toBe('')
  const failures = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error')
  expect(failures).toHaveLength(1)
  expect(failures[0].message).toBe('An export has failed midway, and its connection was closed.')
  expect(failures[0].error).toContain('The command was stopped.')
})
