import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { yieldToEventLoop } from '../../src/eventLoop.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'

type CliLibrary = Awaited<ReturnType<typeof createCliLibrary>>

/** The file of a library whose backup takes a while. */
const createLargeFile = async () => {
  using library = await createCliLibrary()
  const labels = Array.from({ length: 150_000 }, (_, n) => ({ name: `${n} ${'x'.repeat(90)}` }))
  expect((await library.run(['seed', '-'], JSON.stringify({ labels }))).code).toBe(0)
  // The last connection that closes adds the WAL to the file.
  library.file.close()
  return readFileSync(library.path)
}

let largeFile: Promise<Buffer> | undefined

const createLargeLibrary = async () => {
  largeFile ??= createLargeFile()
  const content = await largeFile
  const library = await createCliLibrary()
  // Another connection would keep the server from removing the files of the WAL.
  library.file.close()
  writeFileSync(library.path, content)
  return library
}

const partialBackups = ({ path }: CliLibrary) => {
  const folder = join(dirname(path), 'backups')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.part')) : []
}

const waitForPartialBackup = async (library: CliLibrary) => {
  while (partialBackups(library).length === 0) await yieldToEventLoop()
  const [name = ''] = partialBackups(library)
  return Number(/music-library-(\d+)-/.exec(name)?.[1])
}

const expectOnlyTheLibrary = (library: CliLibrary) => {
  expect(partialBackups(library)).toEqual([])
  expect(['-wal', '-shm'].filter((suffix) => existsSync(library.path + suffix))).toEqual([])
}

test('a stop ends the backup of a request at once, and leaves nothing of it', async () => {
  using library = await createLargeLibrary()
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  const response = admin.post('/../console/api/backups')
  await waitForPartialBackup(library)
  const [{ status, body }, { code }] = await Promise.all([response, server.stop()])
  expect([status, body]).toEqual([503, { message: 'The backup failed. It was stopped.' }])
  expect(code).toBe(0)
  expectOnlyTheLibrary(library)
})

test('a stop kills a backup that does not end, and closes the library after it', async () => {
  using library = await createLargeLibrary()
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  const response = admin.post('/../console/api/backups')
  // A process that was stopped by this signal ends only when it is killed.
  process.kill(await waitForPartialBackup(library), 'SIGSTOP')
  const [{ status }, { code }] = await Promise.all([response, server.stop()])
  expect([status, code]).toEqual([503, 0])
  expectOnlyTheLibrary(library)
}, 60_000)

test('a scheduled backup that does not end is killed, too', async () => {
  using library = await createLargeLibrary()
  await using server = await library.serve('--backup-every', '24h')
  process.kill(await waitForPartialBackup(library), 'SIGSTOP')
  expect((await server.stop()).code).toBe(0)
  expectOnlyTheLibrary(library)
}, 60_000)
