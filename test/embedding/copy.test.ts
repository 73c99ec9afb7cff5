import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '../../client/index.ts'
import { migrations } from '../../migrations/index.ts'
import { createMusicLibrary, type MusicLibrary } from '../../src/index.ts'
import { openLibrary } from '../../src/library/open.ts'
import { startMusicLibrary, type TestLibrary } from '../../testing/index.ts'
import { binary } from '../support/binary.ts'
import { createCliFolder } from '../support/cliFolder.ts'
import { rejection } from '../support/database.ts'
import { createOldLibrary, schemaVersions } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'
import { adaPassword, adaToken, createFullLibrary } from '../support/fullLibrary.ts'
import { everyNth } from '../support/longForm.ts'
import { eve } from '../support/testLibraries.ts'

const ada = { email: 'ada@example.com', password: adaPassword }

const read = async ({ fetch: send, url }: { fetch(request: Request): Promise<Response>; url: string }) => {
  const client = createClient({ baseUrl: url, token: adaToken, fetch: send })
  return {
    tracks: (await client.tracks.list()).map(({ title }) => title),
    likes: (await client.me.likes()).map(({ title }) => title),
  }
}

const ofEmbedded = ({ fetch: send }: MusicLibrary) => ({ fetch: send, url: 'http://localhost/api' })
const ofStarted = ({ url }: TestLibrary) => ({ fetch: (request: Request) => fetch(request), url })

/** All that a test sees of a file: its bytes, and when it was written. */
const stateOf = (path: string) => [Bun.hash(readFileSync(path)), statSync(path).mtimeMs]

test('a copy of a backup has its records, accounts, tokens and likes; the file stays as it is', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await createFullLibrary(path)
  const backup = join(folder.path, 'backup.db')
  const source = new Sqlite(path)
  source.run(`VACUUM INTO '${backup}'`)
  source.close(true)
  const before = stateOf(backup)
  const library = pathToFileURL(backup)
  await using embedded = await createMusicLibrary({ library })
  await using started = await startMusicLibrary({ executable: await binary(), library })
  const records = await read(ofEmbedded(embedded))
  expect([records.tracks.length, records.likes.length].every((count) => count > 0)).toBe(true)
  expect(await read(ofStarted(started))).toEqual(records)
  for (const copy of [embedded, started]) {
    await copy.anonymous.login(ada)
    const admin = copy.as('zoe@example.com')
    const { id } = await admin.labels.create({ name: 'Only in the copy' })
    await copy.reset()
    expect(await rejection(admin.labels.get(id))).toMatchObject({ status: 404 })
  }
  expect(stateOf(backup)).toEqual(before)
})

test('without accounts, a copy has the catalogue, and nobody who has used the library', async () => {
  using folder = emptyFolder()
  const library = join(folder.path, 'library.db')
  await createFullLibrary(library)
  const users = [eve]
  const executable = await binary()
  await using embedded = await createMusicLibrary({ library, accounts: false, users })
  await using started = await startMusicLibrary({ executable, library, accounts: false, users })
  for (const copy of [embedded, started]) {
    const eve = copy.as('eve@example.com')
    expect((await eve.users.list()).map(({ id, email }) => [id, email])).toEqual([[1, 'eve@example.com']])
    expect((await eve.tracks.list()).length).toBeGreaterThan(0)
    const audit = await eve.request('GET', '/console/api/audit')
    expect(JSON.stringify(audit)).not.toContain('ada@example.com')
    expect((await eve.tracks.get(1)).id).toBe(1)
  }
  expect(await rejection(read(ofEmbedded(embedded)))).toMatchObject({ status: 401 })
  expect(await rejection(read(ofStarted(started)))).toMatchObject({ status: 401 })
  const copy = await openLibrary(':memory:', { copyOf: { path: library, accounts: false } })
  const bytes = Buffer.from(copy.serialize?.() ?? [])
  expect([bytes.includes('ada@example.com'), bytes.includes('$argon2')]).toEqual([false, false])
  expect(readFileSync(library).includes('ada@example.com')).toBe(true)
  await copy.close()
})

test('a library that is served can be copied, with the last write', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await using served = await createMusicLibrary({
    database: path,
    users: [eve],
  })
  await served.as('eve@example.com').labels.create({ name: 'ECM' })
  expect(existsSync(`${path}-wal`)).toBe(true)
  await using copy = await createMusicLibrary({ library: path })
  await copy.as('eve@example.com').labels.create({ name: 'Verve' })
  const names = async (library: MusicLibrary) =>
    (await library.as('eve@example.com').labels.list()).map(({ name }) => name)
  expect([await names(copy), await names(served)]).toEqual([['ECM', 'Verve'], ['ECM']])
})

test('a file in WAL mode that this user may not write is copied', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  createOldLibrary(migrations.length, path)
  // The version of the format of a file in WAL mode.
  expect(readFileSync(path)[18]).toBe(2)
  chmodSync(path, 0o400)
  chmodSync(folder.path, 0o500)
  try {
    await using copy = await createMusicLibrary({ library: path, users: [eve] })
    expect((await copy.as(eve.email).tracks.list()).length).toBeGreaterThan(0)
  } finally {
    chmodSync(folder.path, 0o700)
  }
})

test.each(everyNth(schemaVersions, 4))(
  'a copy of a library of schema %d has the schema of this program',
  async (schema) => {
    using folder = emptyFolder()
    const path = join(folder.path, 'old.db')
    createOldLibrary(schema, path)
    const before = stateOf(path)
    await using copy = await createMusicLibrary({ library: path, users: [eve] })
    const client = copy.as(eve.email)
    for (const name of ['labels', 'genres', 'artists', 'albums', 'tracks'] as const) await client[name].list()
    await client.labels.create({ name: 'In the copy' })
    expect(stateOf(path)).toEqual(before)
    await using without = await createMusicLibrary({ library: path, accounts: false })
    expect(
      (await without.anonymous.register({ ...ada, name: 'Ada', password_confirmation: adaPassword })).user.id,
    ).toBe(1)
  },
)

test('what is no library, or one of a newer program, is refused with the sentence of the library', async () => {
  using folder = emptyFolder()
  const [text, newer] = [join(folder.path, 'text.db'), join(folder.path, 'newer.db')]
  writeFileSync(text, 'no database at all, and longer than a header of a hundred bytes. '.repeat(20))
  await createFullLibrary(newer)
  using file = new Sqlite(newer)
  file.run(`PRAGMA user_version = ${migrations.length + 1}`)
  file.close(true)
  for (const library of [text, newer]) {
    const error = (await rejection(createMusicLibrary({ library }))) as Error
    expect([error.name, error.message]).toEqual(['OperationalError', expect.stringContaining(library)])
    const started = await rejection(startMusicLibrary({ executable: await binary(), library }))
    expect(String(started)).toContain(error.message)
  }
})

test('options that do not go together are refused', async () => {
  using folder = createCliFolder()
  const options = [
    [{ accounts: false }, 'The option accounts is only for a copy of a library.'],
    [{ library: 'x.db', database: 'y.db' }, 'The option library is only for a library in memory.'],
    [{ library: '' }, 'The option library has a wrong value. It is the path or URL of a library'],
  ] as const
  for (const [option, message] of options) {
    expect(String(await rejection(createMusicLibrary(option)))).toContain(message)
    if (!('database' in option)) expect(String(await rejection(startMusicLibrary(option)))).toContain(message)
  }
  for (const [flags, message] of [
    ['--copy-of x.db --database y.db', '--copy-of is only for a library in memory'],
    ['--without-accounts --database :memory:', '--without-accounts is only for a copy. Give --copy-of, too'],
  ] as const) {
    const { code, err } = await folder.reject(`serve --port 0 ${flags}`)
    expect([code !== 0, err.trim().split('\n').length, err]).toEqual([true, 1, expect.stringContaining(message)])
  }
})
