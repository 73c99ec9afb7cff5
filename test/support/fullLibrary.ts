import { Database as Sqlite } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { createRandom, type Random } from '../../src/base/random.ts'
import { tracks } from '../../src/library/catalogueSchema.ts'
import { backUp } from '../../src/library/file/backup.ts'
import type { Library } from '../../src/library/library.ts'
import { ownWork } from '../../src/library/longWork.ts'
import { openLibrary } from '../../src/library/open.ts'
import { exportAccounts } from '../../src/seeding/accounts/export.ts'
import { seedAccounts } from '../../src/seeding/accounts/seedAccounts.ts'
import { exportCatalogue } from '../../src/seeding/export/exportCatalogue.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { tokenFor } from './accounts.ts'
import { emptyFolder } from './folder.ts'
import { seedText } from './seedText.ts'

export const adaPassword = 'a long secret'
export const adaToken = tokenFor('ada')

const stamp = '2024-02-29T12:30:00.123456Z'

/** Any characters of Unicode except U+0000, which PostgreSQL does not store. */
const randomText = (random: Random, maxLength = 40) => {
  const characters = Array.from({ length: 1 + Math.floor(random() * maxLength) }, () => {
    const scripts = [0x7f, 0x24f, 0x17ff, 0xffff, 0x10ffff]
    const point = 1 + Math.floor(random() * (scripts[Math.floor(random() * scripts.length)] ?? 0))
    return point >= 0xd800 && point <= 0xdfff ? 'ß' : String.fromCodePoint(point)
  })
  return characters.join('')
}

/**
 * Creates a library in a file with rows in every table: the sample catalogue, accounts with likes and tokens, and records whose texts
 * are random. Some of the newest records of each kind are deleted again, so that their ids must not be used.
 */
export const createFullLibrary = async (path: string): Promise<void> => {
  built ??= build()
  writeFileSync(path, await built)
}

let built: Promise<Buffer> | undefined

const build = async (): Promise<Buffer> => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const library = await openLibrary(path)
  await seedText(library, sampleCatalogue())
  const paths = await library.read.select({ path: tracks.file_path }).from(tracks).limit(2)
  const [first = '', second = ''] = paths.map(({ path }) => path)
  const password_hash = await hashPassword(adaPassword)
  await seedAccounts(library, [
    { email: 'Zoe@example.com', name: 'Zoë', role: 'admin', password_hash, likes: [second, first] },
    { email: 'ada@example.com', password_hash, token: adaToken, likes: [first], locked: true },
  ])
  await library.close()
  addRandomRows(path)
  // A backup is one file, without a WAL.
  await backUp(path, join(folder.path, 'backup.db'))
  return readFileSync(join(folder.path, 'backup.db'))
}

const addRandomRows = (path: string) => {
  const random = createRandom(7)
  using file = new Sqlite(path)
  const add = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    const statement = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    file.query(statement).run(...Object.values(row))
  }
  const stamps = { created_at: stamp, updated_at: stamp }
  const maybe = <T>(value: T) => (random() < 0.5 ? value : null)
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  file.run('BEGIN')
  for (let index = 0; index < 120; index++) {
    const key = maybe(`${randomText(random)} ${index}`)
    add('labels', { key, name: randomText(random, 100), ...stamps })
    add('genres', { key, name: randomText(random), ...stamps })
    const label_id = maybe(1 + index)
    add('artists', { key, name: randomText(random), cover_path: maybe(randomText(random)), label_id, ...stamps })
    add('albums', { key, title: randomText(random), type: 'ep', release_date: maybe(stamp), label_id, ...stamps })
    const track = { key, title: randomText(random), file_path: randomText(random), duration_seconds: maybe(2147483647) }
    add('tracks', { ...track, album_id: maybe(1 + (index % 20)), ...stamps })
    add('users', {
      name: randomText(random),
      email: `${index}${randomText(random)}`,
      password: 'x',
      role_id: 2,
      ...stamps,
    })
    add('tokens', {
      user_id: 3,
      hash: hash(`${index}`),
      created_at: stamp,
      name: maybe(randomText(random)),
      read_only: 1,
    })
    add('invitations', { hash: hash(`${index}`), uses: index, expires_at: stamp, created_at: stamp })
    add('seed_bases', { resource: 'labels', block: 1_000 + index, bases: '.\n<abc' })
    add('setup_codes', { hash: hash(`${index}`), expires_at: stamp })
    add('likes', { user_id: 3, track_id: 1 + index, created_at: stamp })
    add('audit', {
      created_at: stamp,
      source: 'api',
      action: 'login',
      changes: maybe(JSON.stringify({ a: randomText(random) })),
    })
  }
  for (const table of ['labels', 'genres', 'artists', 'albums', 'tracks', 'users', 'tokens', 'invitations', 'likes'])
    file.run(`DELETE FROM ${table} WHERE id > (SELECT max(id) - 3 FROM ${table})`)
  file.run('COMMIT')
}

const textOf = async (exported: Promise<{ chunks: Iterable<string> }>) => [...(await exported).chunks].join('')

/** The exports of a library: the catalogue, and the accounts with the hashes of their passwords. */
export const exportAll = async (url: string): Promise<{ catalogue: string; accounts: string }> => {
  await using library = closing(await openLibrary(url))
  return {
    catalogue: await library.longSnapshot(ownWork, (read) => textOf(exportCatalogue(read))),
    accounts: await library.longSnapshot(ownWork, (read) => textOf(exportAccounts(read, true))),
  }
}

/** Closes a library when it is disposed of. */
export const closing = (library: Library): Library & AsyncDisposable => ({
  ...library,
  [Symbol.asyncDispose]: () => library.close(),
})

/** All rows of the tables of a library in a file, with the last id of each table, by table. */
export const readFile = (path: string): Record<string, unknown[]> => {
  using file = new Sqlite(path, { readonly: true })
  const tables = file
    .query<{ name: string }, []>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all()
    .filter(({ name }) => name !== 'sqlite_schema')
  // The order of the rows of some tables is that in which they were written.
  const rowsOf = (name: string) =>
    file
      .query(`SELECT * FROM "${name}"`)
      .all()
      // What a file keeps for a full disk.
      .filter((row) => name !== 'sqlite_sequence' || (row as { name: string }).name !== '')
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return Object.fromEntries(tables.map(({ name }) => [name, rowsOf(name)]))
}
