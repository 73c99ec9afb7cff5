import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { readSchemaVersion, verifyLibrary } from '../../src/library/integrity.ts'
import { acquireLock } from '../../src/library/lockFile.ts'
import { migrate, upgrade } from '../../src/library/migrate.ts'
import { openLibrary } from '../../src/library/open.ts'
import { rejection } from '../support/database.ts'
import { allRows, createOldLibrary, schemas } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

test('there is a fixture of each schema that ever was', () => {
  expect(schemas.toSorted()).toEqual(migrations.map((_, at) => at + 1))
})

test.each(schemas)(
  'a library of schema %d is brought up to date, keeps its records, and leaves a snapshot',
  async (schema) => {
    using folder = emptyFolder()
    const path = join(folder.path, 'library.db')
    createOldLibrary(schema, path)
    const before = allRows(path)
    const database = await openLibrary(path)
    await database.close()
    const { roles, ...after } = allRows(path)
    expect(verifyLibrary(path).schema).toBe(migrations.length)
    // Columns may have been added.
    for (const [table, rows] of Object.entries(after)) expect(rows).toMatchObject(before[table] as object[])
    expect(roles).toHaveLength(2)
    if (schema === migrations.length) return expect(database.snapshotBefore).toBeUndefined()
    expect(verifyLibrary(database.snapshotBefore ?? '').schema).toBe(schema)
    expect(allRows(database.snapshotBefore ?? '')).toEqual(before)
  },
)

const newest = (path: string) => {
  createOldLibrary(migrations.length, path)
  const client = new Sqlite(path)
  client.run('PRAGMA busy_timeout = 1000')
  return client
}

test.each([
  ['breaks off', 'create table more (id integer); insert into missing values (1)', 'no such table'],
  ['breaks a reference', 'update tracks set album_id = 99', 'refer to records that are not there'],
])('a migration that %s leaves the library as it was, and says where the snapshot is', (_, sql, reason) => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  using client = newest(path)
  const before = allRows(path)
  const worse = [...migrations, { name: 'worse', sql }]
  expect(() => upgrade(client, path, 3, worse)).toThrow(reason)
  expect(() => upgrade(client, path, 3, worse)).toThrow(`${path}.schema-${migrations.length}.`)
  expect(allRows(path)).toEqual(before)
  expect(readSchemaVersion(client)).toBe(migrations.length)
})

test('a table can be rebuilt without taking the rows along that refer to it', () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  using client = newest(path)
  const before = allRows(path)
  const sql = `create table new_tracks as select * from tracks; drop table tracks; alter table new_tracks rename to tracks;
    create unique index tracks_id on tracks (id)`
  upgrade(client, path, 3, [...migrations, { name: 'rebuild', sql }])
  expect(allRows(path).likes).toEqual(before.likes as unknown[])
  expect(allRows(path).artist_track).toEqual(before.artist_track as unknown[])
})

test('only so many snapshots are kept, the newest', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const old = ['schema-9.2020-01-01T00-00-00-000Z', 'schema-1.2021-01-01T00-00-00-000Z'].map(
    (end) => `${path}.${end}.db`,
  )
  for (const file of old) writeFileSync(file, '')
  createOldLibrary(1, path)
  const database = await openLibrary(path, { keepSnapshots: 2 })
  await database.close()
  const left = readdirSync(folder.path).filter((name) => name.includes('.schema-'))
  expect(left.map((name) => join(folder.path, name)).sort()).toEqual(
    [String(old[1]), String(database.snapshotBefore)].sort(),
  )
})

test('a library that an older program serves is not upgraded under it', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  createOldLibrary(1, path)
  const unclaim = acquireLock(path)
  const before = allRows(path)
  expect(await rejection(openLibrary(path))).toMatchObject({
    message: expect.stringContaining('served by an older program'),
  })
  expect(allRows(path)).toEqual(before)
  unclaim()
  await (await openLibrary(path)).close()
})

test('where a newer program was quicker, its schema stays', () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  using client = newest(path)
  client.run(`PRAGMA user_version = ${migrations.length + 1}`)
  migrate(client)
  expect(readSchemaVersion(client)).toBe(migrations.length + 1)
})
