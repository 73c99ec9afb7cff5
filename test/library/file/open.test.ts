import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrations } from '../../../migrations/index.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'
import { rejection } from '../../support/database.ts'
import { folderTest as test } from '../../support/fixtureTest.ts'

test('opening a path creates the library and its parent folders', async ({ folder }) => {
  const path = join(folder, 'a', 'b', 'library.db')
  const database = await openLibrary(path)
  expect(database.created).toBe(true)
  expect([database.name, database.path]).toEqual([path, path])
  await database.close()
  expect(readdirSync(join(folder, 'a', 'b')).sort()).toEqual(['library.db', 'library.db.lock'])
})

test('a file: URL and a path open the same library, which keeps its records', async ({ file }) => {
  const path = file('library of mine.db')
  const first = await openLibrary(pathToFileURL(path).href)
  await first.write((tx) => createLabel(tx, 'Columbia'))
  await first.close()
  const second = await openLibrary(path)
  expect(second.created).toBe(false)
  expect((await listLabels(second.read)).map(({ name }) => name)).toEqual(['Columbia'])
  await second.close()
})

test('each :memory: library is separate, and leaves no files', async () => {
  const temporaryFolders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('music-library-') && !name.includes('test'))
  const foldersBefore = temporaryFolders()
  const [first, second] = [await openLibrary(':memory:'), await openLibrary(':memory:')]
  await first.write((tx) => createLabel(tx, 'Columbia'))
  expect(await listLabels(first.read)).toHaveLength(1)
  expect(await first.snapshot(listLabels)).toHaveLength(1)
  expect(await listLabels(second.read)).toHaveLength(0)
  expect(temporaryFolders().filter((name) => !foldersBefore.includes(name))).toEqual([])
  await first.close()
  await second.close()
})

test.each([
  ['mysql://me:secret@localhost/music', 'mysql:…'],
  ['libsql://localhost', 'libsql:…'],
  ['host=localhost dbname=music password=secret', 'as a URL'],
  ['file:library.db?mode=ro', 'parameters'],
  ['file://another-machine/library.db', 'file:///'],
  ['', 'no name'],
])('%s is rejected with one sentence that contains no password', async (_, url, hint) => {
  const error = await rejection(openLibrary(url))
  expect(error).toMatchObject({ name: 'UsageError' })
  expect(String(error)).toContain(hint)
  expect(String(error)).not.toContain('secret')
})

test('a file that is not a database is rejected and not changed', async ({ file }) => {
  const path = file('notes.txt')
  writeFileSync(path, 'milk, eggs, and a text that is longer than the header of a database '.repeat(50))
  const before = await Bun.file(path).text()
  expect(await rejection(openLibrary(path))).toMatchObject({
    name: 'OperationalError',
    message: expect.stringContaining(path),
  })
  expect(await Bun.file(path).text()).toBe(before)
})

test('a folder is rejected', async ({ folder }) => {
  expect(await rejection(openLibrary(folder))).toMatchObject({ name: 'OperationalError' })
})

test('a database of another application is rejected and not changed', async ({ folder, file }) => {
  for (const version of [0, 2]) {
    const path = file(`${version}.db`)
    const other = new Sqlite(path)
    other.run('CREATE TABLE notes (id INTEGER)')
    other.run(`PRAGMA user_version = ${version}`)
    other.close(true)
    const before = await Bun.file(path).bytes()
    for (const serve of [false, true]) {
      expect(String(await rejection(openLibrary(path, { serve })))).toContain('not of a music library')
    }
    expect(await Bun.file(path).bytes()).toEqual(before)
    expect(readdirSync(folder)).not.toContain(`${version}.db.lock`)
  }
})

test('a library of a newer program is rejected, and the message contains both schema versions', async ({ path }) => {
  await (await openLibrary(path)).close()
  const newer = new Sqlite(path)
  newer.run(`PRAGMA user_version = ${migrations.length + 3}`)
  newer.close()
  expect(String(await rejection(openLibrary(path)))).toMatch(`schema ${migrations.length + 3}`)
  expect(String(await rejection(openLibrary(path)))).toMatch(`only up to ${migrations.length}`)
})

test('a closed library is one file with its lock file, without a WAL', async ({ folder, file }) => {
  const database = await openLibrary(file('library.db'))
  await database.write((tx) => createLabel(tx, 'Columbia'))
  await listLabels(database.read)
  await database.snapshot(listLabels)
  await database.close()
  expect(readdirSync(folder).sort()).toEqual(['library.db', 'library.db.lock'])
})
