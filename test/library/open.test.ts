import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrations } from '../../migrations/index.ts'
import { createLabel, listLabels } from '../../src/catalogue/label/store.ts'
import { openLibrary } from '../../src/library/open.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

test('a path makes the file and the folders above it', async () => {
  using folder = emptyFolder()
  const database = await openLibrary(join(folder.path, 'a', 'b', 'library.db'))
  expect(database.created).toBe(true)
  expect(database.file).toBe(join(folder.path, 'a', 'b', 'library.db'))
  await database.close()
  expect(readdirSync(join(folder.path, 'a', 'b')).sort()).toEqual(['library.db', 'library.db.lock'])
})

test('a file: URL and a path name the same library, which keeps its records', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library of mine.db')
  const first = await openLibrary(pathToFileURL(path).href)
  await first.write((tx, now) => createLabel(tx, now, 'Columbia'))
  await first.close()
  const second = await openLibrary(path)
  expect(second.created).toBe(false)
  expect((await listLabels(second.read)).map(({ name }) => name)).toEqual(['Columbia'])
  await second.close()
})

test(':memory: is a library of its own, and leaves nothing behind', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('music-library-'))
  const [one, other] = [await openLibrary(':memory:'), await openLibrary(':memory:')]
  await one.write((tx, now) => createLabel(tx, now, 'Columbia'))
  expect(await listLabels(one.read)).toHaveLength(1)
  expect(await one.snapshot(listLabels)).toHaveLength(1)
  expect(await listLabels(other.read)).toHaveLength(0)
  const during = readdirSync(tmpdir()).filter((name) => name.startsWith('music-library-') && !name.includes('test'))
  expect(during.filter((name) => !before.includes(name))).toEqual([])
  await one.close()
  await other.close()
})

test.each([
  ['postgres://me:secret@localhost/music', 'postgres:…'],
  ['libsql://localhost', 'libsql:…'],
  ['file:library.db?mode=ro', 'parameters'],
  ['file://another-machine/library.db', 'file:///'],
  ['', 'no name'],
])('%s is refused in one sentence without its secrets', async (url, hint) => {
  const error = await rejection(openLibrary(url))
  expect(error).toMatchObject({ name: 'UsageError' })
  expect(String(error)).toContain(hint)
  expect(String(error)).not.toContain('secret')
})

test('a file that is no database is refused, and stays as it is', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'notes.txt')
  writeFileSync(path, 'milk, eggs, and a text that is longer than the header of a database '.repeat(50))
  const before = await Bun.file(path).text()
  expect(await rejection(openLibrary(path))).toMatchObject({
    name: 'OperationalError',
    message: expect.stringContaining(path),
  })
  expect(await Bun.file(path).text()).toBe(before)
})

test('a folder is refused in one sentence', async () => {
  using folder = emptyFolder()
  expect(await rejection(openLibrary(folder.path))).toMatchObject({ name: 'OperationalError' })
})

test('a library from a newer program is refused, and both versions are named', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await (await openLibrary(path)).close()
  const newer = new Sqlite(path)
  newer.run(`PRAGMA user_version = ${migrations.length + 3}`)
  newer.close()
  expect(String(await rejection(openLibrary(path)))).toMatch(`schema ${migrations.length + 3}`)
  expect(String(await rejection(openLibrary(path)))).toMatch(`only up to ${migrations.length}`)
})

test('a closed library leaves one file, without a -wal beside it', async () => {
  using folder = emptyFolder()
  const database = await openLibrary(join(folder.path, 'library.db'))
  await database.write((tx, now) => createLabel(tx, now, 'Columbia'))
  await listLabels(database.read)
  await database.snapshot(listLabels)
  await database.close()
  expect(readdirSync(folder.path).sort()).toEqual(['library.db', 'library.db.lock'])
})
