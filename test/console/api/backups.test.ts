import { expect } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLibrary } from '../../../src/library/open.ts'
import { createCliLibrary, logIn } from '../../support/cliLibrary.ts'
import { executableCommands } from '../../support/commands.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { startTestLibrary } from '../../support/library.ts'

const path = '/../console/api/backups'

test('a backup is made while the server runs, and is listed with the command that restores it', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve('--backup-every', '24h', '--backup-keep', '3')
  await server.waitForOutput('Backed up to')
  const admin = await logIn(server, 'admin@example.com')
  const scheduled = (await admin.get(path)).body
  expect(scheduled).toMatchObject({
    ...{ folder: join(library.folder, 'data/backups'), every_ms: 86_400_000, keep: 3 },
    ...{ overdue: null, problem: null, last_run: { error: null }, command: null },
  })
  // The next one is due an interval after the one that was due at the start, which was a moment before it was made.
  const untilNextMs = Date.parse(scheduled.next_at) - Date.parse(scheduled.backups[0].created_at)
  expect(Math.abs(untilNextMs - 86_400_000)).toBeLessThan(600_000)
  expect(scheduled.backups).toHaveLength(1)

  await admin.post('/genres', { name: 'Bebop' })
  const { status, body } = await admin.post(path)
  expect(status).toBe(201)
  expect(body).toMatchObject({ bytes: Bun.file(body.file).size, contents: { rows: { genres: 1, users: 2 } } })
  expect(body.sha256).toBe(new Bun.CryptoHasher('sha256').update(await Bun.file(body.file).bytes()).digest('hex'))
  const { backups } = (await admin.get(path)).body
  expect(backups).toHaveLength(2)
  expect(backups[0]).toMatchObject({ file: body.file, bytes: body.bytes, restore_command: body.restore_command })
  expect(body.file.endsWith(backups[0].name)).toBe(true)
  expect(backups[0].created_at > backups[1].created_at).toBe(true)
})

test('one backup is made at a time', async () => {
  await using library = await startTestLibrary({ commands: await executableCommands() })
  const responses = await Promise.all([1, 2, 3].map(() => library.admin.post(path)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.body.message).toBe('A backup is being made already.')
  expect((await library.admin.post(path)).status).toBe(201)
})

test('paths in the restore command are quoted for a shell', async () => {
  using parent = emptyFolder()
  const folder = join(parent.path, "it's here")
  mkdirSync(folder)
  await using library = await startTestLibrary({ backups: { folder } })
  const name = 'library.db.2026-01-31T18-30-00-123Z.db'
  writeFileSync(join(folder, name), 'SQLite format 3\0')
  const { backups } = (await library.admin.get(path)).body
  expect(backups).toMatchObject([{ name, created_at: '2026-01-31T18:30:00.123000Z', bytes: 16 }])
  expect(backups[0].restore_command).toBe(
    `music-library restore '${join(parent.path, "it'\\''s here", name)}' --database ${library.file}`,
  )
})

test('overdue backups are named', async () => {
  await using library = await startTestLibrary({ backups: { everyMs: 1, keep: 2 } })
  // Two intervals pass.
  const readList = async () => (await library.admin.get(path)).body
  let list = await readList()
  while (list.overdue === null) list = await readList()
  expect(list).toMatchObject({ every_ms: 1, keep: 2, backups: [] })
  expect(list.overdue).toStartWith('Backups are overdue: ')
})

test('a backup that fails says why, the server goes on, and a folder that cannot be read has none', async () => {
  const folder = '/etc/hostname'
  await using library = await startTestLibrary({ commands: await executableCommands(), backups: { folder } })
  const { admin } = library
  expect((await admin.get(path)).body).toMatchObject({ folder, backups: [] })
  expect(await admin.post(path)).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/^The backup failed\. /) },
  })
  expect((await admin.get('/tracks')).status).toBe(200)
})

test('a library in memory has no backups', async () => {
  await using library = await startTestLibrary({
    library: await openLibrary(':memory:'),
    commands: await executableCommands(),
  })
  const { admin } = library
  expect((await admin.get(path)).body).toEqual({
    ...{ engine: 'sqlite', folder: null, every_ms: null, keep: null, overdue: null, problem: null },
    ...{ next_at: null, last_run: null, command: null, stop_command: null, start_command: null },
    backups: [],
  })
  expect(await admin.post(path)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^The library is in memory, .* Export the catalogue instead\.$/) },
  })
})

test('a server inside another program makes no backups', async ({ admin }) => {
  const { status, body } = await admin.post(path)
  expect([status, body.message]).toEqual([409, 'The program that this server is part of makes its backups itself.'])
})
