import { expect } from 'bun:test'
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openLibrary } from '../../../src/library/open.ts'
import { serveBinary } from '../../support/binary.ts'
import { exportText, kindOfBlue, seedValue } from '../../support/catalogue.ts'
import type { Client } from '../../support/client.ts'
import { createLargeCliLibrary, logIn } from '../../support/cliLibrary.ts'
import { executableCommands } from '../../support/commands.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { startTestLibrary } from '../../support/library.ts'
import { openRawConnection } from '../../support/rawConnection.ts'
import { shared } from '../../support/shared/shared.ts'

const test = fixtureTest(async () => startTestLibrary({ commands: await executableCommands() }))

const path = '/../console/api/export'

/** Requests an export, and waits until its response begins. @returns its connection, and the status */
const startExport = async ({ url }: { url: string }, { token }: Client) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET /console/api/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await once(socket, 'readable')
  return { socket, status: String(socket.read(12)).slice(-3) }
}

test('the export has the bytes of that of the command, and the day in its name', async (library) => {
  await seedValue(library.library, kindOfBlue)
  const { status, headers, text } = await library.admin.get(path)
  expect(status).toBe(200)
  const today = new Date().toISOString().slice(0, 10)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="catalogue-${today}.json"`)
  expect(text).toBe(await exportText(library.library))
})

test('a library in memory is exported, too', async () => {
  await using library = await startTestLibrary({
    library: await openLibrary(':memory:'),
    commands: await executableCommands(),
  })
  await seedValue(library.library, kindOfBlue)
  const text = await exportText(library.library)
  expect(await library.admin.get(path)).toMatchObject({ status: 200, text })
})

test('a client that goes away ends its export, and others can begin', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'library.db')
  copyFileSync(await shared('largeLibrary'), file)
  await using library = await startTestLibrary({
    library: await openLibrary(file),
    commands: await executableCommands(),
  })
  const { admin } = library
  const { socket } = await startExport(library, admin)
  const second = await admin.get(path)
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5'])
  expect(second.body.message).toBe('Another export is running. Try again in 5 seconds.')
  socket.destroy()
  let third = await startExport(library, admin)
  while (third.status === '503') third = await startExport(library, admin)
  expect(third.status).toBe('200')
  third.socket.destroy()
})

test('HEAD exports nothing', async (library) => {
  const { status, text, headers } = await library.admin.send('HEAD', path)
  expect([status, text]).toEqual([200, ''])
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(headers.get('content-length')).toBeNull()
  // The same connection takes further requests.
  using connection = await openRawConnection(library.url)
  const head = `Host: x\r\nAuthorization: Bearer ${library.admin.token}\r\n`
  connection.write(`HEAD /console/api/export HTTP/1.1\r\n${head}\r\n`)
  connection.write(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  const [first, second = ''] = (await connection.closed).split('\r\n\r\nHTTP/1.1 ')
  expect(first).toStartWith('HTTP/1.1 200 OK')
  expect(second).toStartWith('200 OK')
})

/** The ids of the processes that a process has started. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

test('an export that fails midway is one line in the log, and its connection is closed', async () => {
  using library = await createLargeCliLibrary()
  await using server = await serveBinary([], { cwd: library.folder, env: { LOG_FORMAT: 'json' } })
  const errors = server.errors()
  const admin = await logIn(server, 'admin@example.com')
  const { socket } = await startExport(server, admin)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  let children = childrenOf(server.pid)
  while (children.length === 0) children = childrenOf(server.pid)
  for (const pid of children) process.kill(pid, 'SIGKILL')
  socket.resume()
  await closed
  const { out } = await server.stop()
  expect(await errors).toBe('')
  const failures = out.split('\n').filter((line) => line.includes('"level":"error"'))
  expect(failures.map((line) => JSON.parse(line))).toMatchObject([
    {
      message: 'An export has failed midway, and its connection was closed.',
      error: expect.stringContaining('The system has ended it: memory may have run out.'),
    },
  ])
})
