import { expect } from 'bun:test'
import { cpSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { yieldToEventLoop } from '../../../src/base/eventLoop.ts'
import { backUpInto } from '../../../src/library/file/backup.ts'
import { openLibrary } from '../../../src/library/open.ts'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { password, startTestLibrary, type TestLibrary } from '../../support/library.ts'
import { expectInvalid } from './invalid.ts'

const path = '/backups/downloads'

/** A library with a backup in a folder of its own. */
const startWithBackup = async (options: Parameters<typeof startTestLibrary>[0] = {}) => {
  const folder = emptyFolder()
  const library = await startTestLibrary({ backups: { folder: folder.path }, ...options })
  const { file } = await backUpInto(library.file, folder.path)
  return {
    library,
    folder: folder.path,
    file,
    name: basename(file),
    [Symbol.asyncDispose]: async () => {
      await library[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const test = fixtureTest(() => startWithBackup())

const tokenOf = async ({ anonymous }: TestLibrary) =>
  (await anonymous.post('/login', { email: 'admin@example.com', password })).body.token

const download = async (library: TestLibrary, name: string, { headers, ...init }: RequestInit = {}) =>
  fetch(library.url.replace('/api', `/console/api${path}`), {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(library)}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name, current_password: password }),
    ...init,
  })

const trailOf = async (admin: Client) =>
  (await sendToConsole(admin, 'GET', '/audit?action=download')).body.map(
    ({ email, changes }: { email: string; changes: { file: { to: string } } }) => [email, changes.file.to],
  )

test('a backup is sent whole with its length, and the audit trail names it before the first byte', async ({
  library,
  file,
  name,
}) => {
  // A range makes no difference.
  const response = await download(library, name, {
    headers: { range: 'bytes=0-9', 'accept-encoding': 'gzip, zstd' },
  })
  expect(response.status).toBe(200)
  expect(await trailOf(library.admin)).toEqual([['admin@example.com', name]])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/vnd.sqlite3',
    'content-length': `${Bun.file(file).size}`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(Buffer.from(await response.bytes()).equals(Buffer.from(await Bun.file(file).bytes()))).toBe(true)
})

test('only the right password gets a backup, and a wrong one counts as a failed login', async () => {
  const failed: string[] = []
  await using started = await startWithBackup({ onFailedLogin: ({ address }) => failed.push(address) })
  const { library, name } = started
  const { admin } = library
  const send = (body: object) => sendToConsole(admin, 'POST', path, body)
  for (const current_password of ['wrong', `${password} `, 'x'.repeat(10_000)])
    expectInvalid(await send({ name, current_password }), { current_password: 'The current_password is incorrect.' })
  expect(failed).toHaveLength(3)
  for (const body of [{ name }, { current_password: password }, { name: 1, current_password: password }, {}])
    expect((await send(body)).status).toBe(400)
  expect(failed).toHaveLength(3)
  expect(await trailOf(admin)).toEqual([])
})

test('no name leads out of the list of backups of this library', async ({ library, folder, file, name }) => {
  writeFileSync(join(folder, 'secret'), 'x')
  mkdirSync(join(folder, 'deeper'))
  cpSync(file, join(folder, 'deeper', name))
  // A library of another team has the same name, and its backups are in the same folder.
  using elsewhere = emptyFolder()
  const other = join(elsewhere.path, basename(library.file))
  await (await openLibrary(other)).close()
  const { file: foreign } = await backUpInto(other, folder, 7)
  const damaged = name.replace(/\d{4}-/, '1999-')
  writeFileSync(join(folder, damaged), 'SQLite format 3\0')
  const paths = [library.file, file, `./${name}`, `deeper/${name}`, `../${basename(folder)}/${name}`, '..', '.']
  const names = [...paths, 'secret', `${name}\0`, `${name}%00`, `${name}/`, name.toUpperCase(), 'x'.repeat(5_000)]
  for (const other of names) expect([other, (await download(library, other)).status]).toEqual([other, 404])
  for (const other of [foreign, damaged])
    expect([other, (await download(library, basename(other))).status]).toEqual([other, 409])
  expect(await trailOf(library.admin)).toEqual([])
  rmSync(file)
  expect((await download(library, name)).status).toBe(404)
})

test('a client that does not read is no reason to wait for others, and neither the deletion of the file nor its replacement change what is sent', async ({
  library,
  file,
  folder,
  name,
}) => {
  // More than the buffers of a connection. SQLite ignores what follows its pages.
  truncateSync(file, 64 * 1_048_576)
  const socket = connect(Number(new URL(library.url).port), '127.0.0.1')
  const body = JSON.stringify({ name, current_password: password })
  socket.write(
    `POST /console/api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(library)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
  let bytes = 0
  socket.once('data', (chunk) => {
    bytes += chunk.length
    socket.pause()
  })
  while (bytes === 0) await yieldToEventLoop()
  expect((await library.admin.post('/genres', { name: 'Bebop' })).status).toBe(201)
  writeFileSync(join(folder, 'new'), 'another file')
  renameSync(join(folder, 'new'), file)
  rmSync(file)
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(bytes).toBeGreaterThan(64 * 1_048_576)
})

test('four backups are sent at a time, and a fifth one when a client has gone', async ({ library, file, name }) => {
  truncateSync(file, 64 * 1_048_576)
  const controllers = [1, 2, 3, 4].map(() => new AbortController())
  const begin = (init: RequestInit = {}) => download(library, name, init)
  const responses = await Promise.all(controllers.map(({ signal }) => begin({ signal })))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const fifth = await begin()
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([503, '5'])
  await fifth.body?.cancel()
  controllers[0]?.abort()
  let status = 503
  while (status === 503) {
    const response = await begin()
    status = response.status
    await response.body?.cancel()
  }
  expect(status).toBe(200)
  for (const controller of controllers) controller.abort()
})
