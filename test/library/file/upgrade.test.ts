import { expect } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { postgresMigrations } from '../../../migrations/postgres/index.ts'
import { readSchemaVersion, verifyLibrary } from '../../../src/library/file/integrity.ts'
import { acquireLock } from '../../../src/library/file/lockFile.ts'
import { migrate, upgrade } from '../../../src/library/file/migrate.ts'
import { openSqlite } from '../../../src/library/file/openSqlite.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { rejection } from '../../support/database.ts'
import { createOldLibrary, readAllRows, schemaVersions } from '../../support/fixtures.ts'
import { folderTest as test } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'

test('a migration that has landed has not changed: libraries that have applied it would differ from new ones', () => {
  const readHashes = (name: string) => readFileSync(join(import.meta.dir, '../../fixtures', name), 'utf8')
  const hashesOf = (all: readonly { name: string; sql: string }[]) =>
    all.map(({ name, sql }) => `${new Bun.CryptoHasher('sha256').update(sql).digest('hex')}  ${name}\n`).join('')
  expect(hashesOf(migrations)).toBe(readHashes('migrations.sha256'))
  expect(hashesOf(postgresMigrations)).toStartWith(readHashes('postgresMigrations.sha256'))
})

test.each(schemaVersions)(
  'opening a library of schema %d upgrades it, keeps its records, and makes a snapshot if it was older',
  async ({ path }, schema) => {
    createOldLibrary(schema, path)
    const before = readAllRows(path)
    const { roles: _, like_changes: _removed, user_networks: _removedToo, ...tablesBefore } = before
    const database = await openLibrary(path)
    await database.close()
    const { roles, ...after } = readAllRows(path)
    expect(verifyLibrary(path).schema).toBe(migrations.length)
    // Migrations may add tables and columns, set the roles, and have removed the log of likes and the networks of logins.
    for (const [table, rows] of Object.entries(tablesBefore)) expect(after[table]).toMatchObject(rows)
    expect(roles).toHaveLength(2)
    if (schema === migrations.length) return expect(database.snapshotBefore).toBeUndefined()
    expect(verifyLibrary(database.snapshotBefore ?? '').schema).toBe(schema)
    expect(readAllRows(database.snapshotBefore ?? '')).toEqual(before)
  },
)

/** Creates a library with the current schema, and connects to it without the program. */
const createCurrent = (path: string) => {
  createOldLibrary(migrations.length, path)
  const client = openSqlite(path, 'readwrite')
  client.run('PRAGMA busy_timeout = 1000')
  return client
}

test.each([
  ['fails halfway', 'create table more (id integer); insert into missing values (1)', 'no such table'],
  ['leaves a dangling reference', 'update tracks set album_id = 99', 'refer to records that are not there'],
])('a migration that %s leaves the library unchanged, and the error names the snapshot', ({ path }, _, sql, reason) => {
  using client = createCurrent(path)
  const before = readAllRows(path)
  const failing = [...migrations, { name: 'failing', sql }]
  expect(() => upgrade(client, path, 3, failing)).toThrow(reason)
  expect(() => upgrade(client, path, 3, failing)).toThrow(`${path}.schema-${migrations.length}.`)
  expect(readAllRows(path)).toEqual(before)
  expect(readSchemaVersion(client)).toBe(migrations.length)
})

test('a migration can rebuild a table without deleting the rows that refer to it', ({ path }) => {
  using client = createCurrent(path)
  const before = readAllRows(path)
  const sql = `create table new_tracks as select * from tracks; drop table tracks; alter table new_tracks rename to tracks;
    create unique index tracks_id on tracks (id)`
  upgrade(client, path, 3, [...migrations, { name: 'rebuild', sql }])
  expect(readAllRows(path).likes).toEqual(before.likes as unknown[])
  expect(readAllRows(path).artist_track).toEqual(before.artist_track as unknown[])
})

test('only the newest snapshots are kept, as many as keepSnapshots says', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const oldSnapshots = ['schema-9.2020-01-01T00-00-00-000Z', 'schema-1.2021-01-01T00-00-00-000Z'].map(
    (suffix) => `${path}.${suffix}.db`,
  )
  for (const file of oldSnapshots) writeFileSync(file, '')
  createOldLibrary(1, path)
  const database = await openLibrary(path, { keepSnapshots: 2 })
  await database.close()
  const names = readdirSync(folder.path).filter((name) => name.includes('.schema-'))
  expect(names.map((name) => join(folder.path, name)).sort()).toEqual(
    [String(oldSnapshots[1]), String(database.snapshotBefore)].sort(),
  )
})

test('a library is not upgraded while an older program serves it', async ({ path }) => {
  createOldLibrary(1, path)
  const releaseLock = acquireLock(path)
  const before = readAllRows(path)
  expect(await rejection(openLibrary(path))).toMatchObject({
    message: expect.stringContaining('served by an older program'),
  })
  expect(readAllRows(path)).toEqual(before)
  releaseLock()
  await (await openLibrary(path)).close()
})

test('a library that a newer program has just migrated keeps its schema', ({ path }) => {
  using client = createCurrent(path)
  client.run(`PRAGMA user_version = ${migrations.length + 1}`)
  migrate(client)
  expect(readSchemaVersion(client)).toBe(migrations.length + 1)
})
