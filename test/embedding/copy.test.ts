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
import { rejection } from '../support/database.ts'
import { createOldLibrary, schemaVersions } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'
import { adaPassword, adaToken, createFullLibrary } from '../support/fullLibrary.ts'
import { everyNth } from '../support/longForm.ts'
import { run } from '../support/process.ts'

const eve = { email: 'eve@example.com', password: 'a long secret', role: 'admin' as const }
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

test('a copy has the records, accounts, tokens and likes of the file, which stays as it is', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await createFullLibrary(path)
  const backup = join(folder.path, 'backup.db')
  const source = new Sqlite(path)
  source.run(`VACUUM INTO '${backup}'`)
  source.close(true)
  const before = [stateOf(path), stateOf(backup)]
  const executable = await binary()
  for (const library of [path, pathToFileURL(backup)]) {
    await using embedded = await createMusicLibrary({ library })
    await using started = await startMusicLibrary({ executable, library })
    const records = await read(ofEmbedded(embedded))
    expect([records.tracks.length, records.likes.length].every((count) => count > 0)).toBe(true)
    expect(await read(ofStarted(started))).toEqual(records)
    for (const copy of [embedded, started]) {
      const client = copy.anonymous
      await client.login(ada)
      await client.me.likes()
      await client.logout()
      const admin = copy.as('zoe@example.com')
      const { id } = await admin.labels.create({ name: 'Only in the copy' })
      await copy.reset()
      expect(await rejection(admin.labels.get(id))).toMatchObject({ status: 404 })
    }
  }
  expect([stateOf(path), stateOf(backup)]).toEqual(before)
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

test('what is no library, or one of a newer program, is refused with the sentence of serve', async () => {
  using folder = emptyFolder()
  const file = (name: string) => join(folder.path, name)
  writeFileSync(file('text.db'), 'no database at all, and longer than a header of a hundred bytes. '.repeat(20))
  using other = new Sqlite(file('other.db'), { create: true })
  other.run('CREATE TABLE notes (id)')
  await createFullLibrary(file('newer.db'))
  using newer = new Sqlite(file('newer.db'))
  newer.run(`PRAGMA user_version = ${migrations.length + 1}`)
  newer.close(true)
  for (const name of ['text.db', 'other.db', 'newer.db', 'missing.db']) {
    const embedded = (await rejection(createMusicLibrary({ library: file(name) }))) as Error
    expect([name, embedded.name, embedded.message]).toEqual([
      name,
      'OperationalError',
      expect.stringContaining(file(name)),
    ])
    const started = (await rejection(startMusicLibrary({ executable: await binary(), library: file(name) }))) as Error
    expect(started.message).toContain(embedded.message)
    if (name === 'missing.db') continue
    const { code, err } = await run([await binary(), 'serve', '--database', file(name), '--port', '0'], folder.path)
    expect([code, err]).toEqual([1, expect.stringContaining(embedded.message)])
  }
})

test('options that do not go together are refused', async () => {
  using folder = emptyFolder()
  const options = [
    [{ accounts: false }, 'The option accounts is only for a copy of a library.'],
    [{ library: 'x.db', database: 'y.db' }, 'The option library is only for a library in memory.'],
    [{ library: '' }, 'The option library has a wrong value. It is the path or URL of a library'],
  ] as const
  for (const [option, message] of options) {
    expect(String(await rejection(createMusicLibrary(option)))).toContain(message)
    if (!('database' in option)) expect(String(await rejection(startMusicLibrary(option)))).toContain(message)
  }
  const serve = (...flags: string[]) =>
    run([process.execPath, join(import.meta.dir, '../../src/main.ts'), 'serve', '--port', '0', ...flags], folder.path)
  for (const [flags, message] of [
    [['--copy-of', 'x.db', '--database', join(folder.path, 'y.db')], '--copy-of is only for a library in memory'],
    [['--without-accounts', '--database', ':memory:'], '--without-accounts is only for a copy. Give --copy-of, too'],
    [['--copy-of', join(folder.path, 'x.db'), '--database', ':memory:'], 'There is no library at'],
  ] as const) {
    const { code, err } = await serve(...flags)
    expect([code !== 0, err.trim().split('\n').length, err]).toEqual([true, 1, expect.stringContaining(message)])
  }
})
