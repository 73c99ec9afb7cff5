import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { yieldToEventLoop } from '../../src/base/eventLoop.ts'
import { createLargeCliLibrary, logIn } from '../support/cliLibrary.ts'

type CliLibrary = Awaited<ReturnType<typeof createLargeCliLibrary>>

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
  using library = await createLargeCliLibrary()
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
  using library = await createLargeCliLibrary()
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  const response = admin.post('/../console/api/backups')
  // A process that was stopped by this signal ends only when it is killed.
  process.kill(await waitForPartialBackup(library), 'SIGSTOP')
  const [{ status }, { code }] = await Promise.all([response, server.stop()])
  expect([status, code]).toEqual([503, 0])
  expectOnlyTheLibrary(library)
})
