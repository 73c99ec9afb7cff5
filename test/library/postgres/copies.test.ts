import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { verifyLibrary } from '../../../src/library/file/integrity.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { backUpPostgres, backUpPostgresInto } from '../../../src/library/postgres/backup.ts'
import { restoreToPostgres } from '../../../src/library/postgres/restore.ts'
import { ownerOf } from '../../support/accounts.ts'
import { createGenre, createLabel } from '../../support/catalogueStore.ts'
import { rejection } from '../../support/database.ts'
import { createOldLibrary, readAllRows, schemaVersions } from '../../support/fixtures.ts'
import { createFolder, fixtureTest } from '../../support/fixtureTest.ts'
import { adaToken, closing, createFullLibrary, exportAll, readFile } from '../../support/fullLibrary.ts'
import { everyNth } from '../../support/longForm.ts'
import { postgresTest } from '../../support/programs.ts'
import { openSql, readTables } from '../../support/sql.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'
import { damage } from '../sampleLibrary.ts'

const test = fixtureTest(async () => {
  const [database, folder] = [await createTestDatabase(), createFolder()]
  const dispose = async () => {
    folder[Symbol.dispose]()
    await database[Symbol.asyncDispose]()
  }
  return { ...folder, database, [Symbol.asyncDispose]: dispose }
}, postgresTest)

test('a library is the same after the way from a file to PostgreSQL and back', async ({ database, folder, file }) => {
  const [original, copy] = [file('original.db'), file('copy.db')]
  await createFullLibrary(original)
  const before = await Bun.file(original).bytes()

  const restored = await restoreToPostgres(original, database.url)
  const { contents, ...backup } = await backUpPostgres(database.url, copy)
  expect(readFile(copy)).toEqual(readFile(original))
  expect(await readTables(database.url, Object.keys(readAllRows(original)))).toEqual(await readTables(original))
  expect(restored.contents).toEqual(verifyLibrary(original))
  expect(contents).toEqual(verifyLibrary(original))
  expect([backup.file, backup.bytes]).toEqual([copy, statSync(copy).size])
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(Bun.deepEquals(await Bun.file(original).bytes(), before)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'original.db'])

  const exported = await exportAll(original)
  expect(await exportAll(database.url)).toEqual(exported)
  expect(await exportAll(copy)).toEqual(exported)
  await using library = closing(await openLibrary(database.url))
  expect(await ownerOf(library, adaToken)).toBe('ada@example.com')
})

test('no id is used twice: neither of a deleted record nor after a backup of an empty table', async (fixture) => {
  const { database, file } = fixture
  await using other = await createTestDatabase()
  const backup = file('backup.db')
  const createOne = async (url: string) => {
    await using library = closing(await openLibrary(url))
    return (await library.write((tx) => createLabel(tx, 'Impulse!'))).id
  }
  expect(await createOne(database.url)).toBe(1)
  await using connection = openSql(database.url)
  await connection.query('DELETE FROM labels')
  await backUpPostgres(database.url, backup)
  await restoreToPostgres(backup, other.url)
  expect(await createOne(other.url)).toBe(2)
  expect(await createOne(backup)).toBe(2)
})

test.each(everyNth(schemaVersions, 10))(
  'a library with the schema %d is restored into PostgreSQL, and not changed',
  async ({ database, file }, schema) => {
    const [old, upgraded] = [file('old.db'), file('upgraded.db')]
    for (const path of [old, upgraded]) createOldLibrary(schema, path)
    await (await openLibrary(upgraded)).close()
    const before = await Bun.file(old).bytes()
    const { contents } = await restoreToPostgres(old, database.url)
    expect(contents.schema).toBe(schema)
    expect(await Bun.file(old).bytes()).toEqual(before)
    expect(await exportAll(database.url)).toEqual(await exportAll(upgraded))
    const tables = ['users', 'tokens', 'tracks', 'artist_track', 'folded_names']
    expect(await readTables(database.url, tables)).toEqual(await readTables(upgraded, tables))
  },
)

test('a file that is missing, damaged or served is not restored', async ({ database, file }) => {
  const [path, damaged] = [file('library.db'), file('damaged.db')]
  await createFullLibrary(path)
  await Bun.write(damaged, Bun.file(path))
  await damage(damaged)
  const restoring = async (file: string) => String(await rejection(restoreToPostgres(file, database.url)))
  expect(await restoring(file('missing.db'))).toContain('There is no file')
  expect(await restoring(damaged)).toContain('is damaged')
  const served = await openLibrary(path, { serve: true })
  expect(await restoring(path)).toContain('is served now. Stop its server first')
  await served.close()
  await restoreToPostgres(path, database.url)
})

test('a database with records or with tables of another program is never changed', async ({ database, path }) => {
  await using foreign = await createTestDatabase()
  createOldLibrary(3, path)
  {
    await using library = closing(await openLibrary(database.url))
    await library.write((tx) => createGenre(tx, 'Jazz'))
  }
  const before = await readTables(database.url)
  expect(await rejection(restoreToPostgres(path, database.url))).toMatchObject({
    message: expect.stringMatching(
      /^The database postgres:\/\/127.*has a library with records, .*Create a new database/,
    ),
  })
  expect(await readTables(database.url)).toEqual(before)
  await using connection = openSql(foreign.url)
  await connection.query('CREATE TABLE invoices (id bigint)')
  expect(String(await rejection(restoreToPostgres(path, foreign.url)))).toContain('has tables of another program')
})

test.each([1, 99])(
  'a library of another program, with the schema %d, is not upgraded and not changed',
  async ({ database, path }, schema) => {
    createOldLibrary(3, path)
    await (await openLibrary(database.url)).close()
    await using connection = openSql(database.url)
    await connection.query('UPDATE library_state SET schema = ?', schema)
    expect(String(await rejection(restoreToPostgres(path, database.url)))).toContain('Create a new database')
    expect(await connection.query('SELECT schema FROM library_state')).toEqual([{ schema }])
  },
)

test('what PostgreSQL does not store is named, and then nothing is restored; without sessions, there are no tokens and no invitations', async ({
  database,
  path,
}) => {
  await createFullLibrary(path)
  {
    using file = new Sqlite(path)
    file.run("UPDATE tracks SET file_path = 'a' || char(0) || 'b' WHERE id = 5")
  }
  expect(await rejection(restoreToPostgres(path, database.url))).toMatchObject({
    message: expect.stringContaining('The record 5 of the table tracks has the character U+0000'),
  })
  const rows = await readTables(database.url, ['labels', 'tracks', 'users', 'folded_names'])
  expect(Object.values(rows).flat()).toEqual([])
  {
    using file = new Sqlite(path)
    file.run("UPDATE tracks SET file_path = 'ab' WHERE id = 5")
  }
  // The database can still be filled.
  const { contents } = await restoreToPostgres(path, database.url, { endSessions: true })
  expect(contents.rows.tokens).toBeGreaterThan(100)
  const { tokens, invitations, users } = await readTables(database.url, ['tokens', 'invitations', 'users'])
  expect([tokens, invitations, users?.length]).toEqual([[], [], contents.rows.users])
})

test('nodes that serve the database forget what they knew of it', async ({ database, path }) => {
  await using library = closing(await openLibrary(database.url))
  const kinds: string[] = []
  library.onCommit([], { onCommit: (changes) => kinds.push(...changes.map(({ kind }) => kind)), onError: () => {} })
  await library.catchUp?.()
  kinds.length = 0
  createOldLibrary(3, path)
  await restoreToPostgres(path, database.url)
  await library.catchUp?.()
  expect(kinds).toEqual(['untracked'])
})

test('a backup has all rows of one moment, while others write', async ({ database, file }) => {
  await using library = closing(await openLibrary(database.url))
  let isDone = false
  const writeUntilDone = async () => {
    for (let index = 0; !isDone; index++) {
      await library.write(async (tx) => {
        await createLabel(tx, `label ${index}`)
        await createGenre(tx, `genre ${index}`)
      })
    }
  }
  const writing = writeUntilDone()
  const counts: number[] = []
  for (let index = 0; index < 3; index++) {
    const { rows } = (await backUpPostgres(database.url, file(`${index}.db`))).contents
    expect(rows.labels).toBe(rows.genres ?? 0)
    counts.push(rows.labels ?? 0)
  }
  isDone = true
  await writing
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts[2]).toBeGreaterThan(counts[0] ?? 0)
})

test('a backup does not replace a library or another file, and leaves nothing behind', async (fixture) => {
  const { database, folder, file } = fixture
  await createFullLibrary(file('library.db'))
  await (await openLibrary(file('library.db'))).close()
  await Bun.write(file('notes.txt'), 'milk and eggs')
  const backingUp = async (target: string) => String(await rejection(backUpPostgres(database.url, target)))
  expect(await backingUp(file('library.db'))).toContain('is a library, not a backup')
  expect(await backingUp(file('notes.txt'))).toContain('is not a SQLite database')
  expect(await backingUp(file('missing/backup.db'))).toContain('There is no folder')
  expect(await backingUp(file('backup.db'))).toContain('There is no library at postgres://127.0.0.1')
  expect(readdirSync(folder).sort()).toEqual(['library.db', 'library.db.lock', 'notes.txt'])
})

test('backups in a folder have the name of the database, and only the newest stay', async ({ database, folder }) => {
  await (await openLibrary(database.url)).close()
  const name = new URL(database.url).pathname.slice(1)
  await backUpPostgresInto(database.url, folder)
  for (let index = 0; index < 2; index++) await backUpPostgresInto(database.url, folder, 1)
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  expect(names.every((file) => file.startsWith(`${name}.`))).toBe(true)
  expect(names.filter((file) => /\.every-[0-9a-f]{8}\./.test(file))).toHaveLength(1)
})
