import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createLabel, listLabels } from '../../src/catalogue/label/store.ts'
import { backUp, backUpInto } from '../../src/library/backup.ts'
import { verifyLibrary } from '../../src/library/integrity.ts'
import { openLibrary } from '../../src/library/open.ts'
import { restore } from '../../src/library/restore.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { seed } from '../../src/seeding/seed.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

/** A library with the sample catalogue. */
const library = async (folder: string, name = 'library.db') => {
  const path = join(folder, name)
  const database = await openLibrary(path)
  await seed(database, sampleCatalogue())
  return { path, database }
}

const spoil = async (path: string) => {
  const bytes = Buffer.from(await Bun.file(path).bytes())
  bytes.fill(0xaa, 40_960, 49_152)
  writeFileSync(path, bytes)
}

test('where a library was, no new one is made until it is told to', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  await database.close()
  rmSync(path)
  expect(String(await rejection(openLibrary(path)))).toContain('is still here')
  expect(readdirSync(folder.path)).toEqual(['library.db.lock'])
  const anew = await openLibrary(path, { createNew: true })
  expect(await listLabels(anew.read)).toEqual([])
  await anew.close()
})

test.each(['an empty file', 'a journal alone'])(
  '%s is no reason for a new library either, and is kept when one is made',
  async (what) => {
    using folder = emptyFolder()
    const path = join(folder.path, 'library.db')
    writeFileSync(what === 'an empty file' ? path : `${path}-wal`, what === 'an empty file' ? '' : 'journal')
    const before = readdirSync(folder.path)
    expect(await rejection(openLibrary(path))).toMatchObject({ name: 'OperationalError' })
    expect(readdirSync(folder.path)).toEqual(before)
    await (await openLibrary(path, { createNew: true })).close()
    expect(readdirSync(folder.path).some((name) => name.includes('.old-'))).toBe(true)
  },
)

test('a damaged file is refused in one sentence, and stays as it is', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  await database.close()
  await spoil(path)
  const before = await Bun.file(path).bytes()
  expect(String(await rejection(openLibrary(path)))).toContain('damaged')
  expect(await Bun.file(path).bytes()).toEqual(before)
})

test('two can have a library open, but only one can serve it', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const serving = await openLibrary(path, { serve: true })
  expect(String(await rejection(openLibrary(path, { serve: true })))).toContain('served by another process')
  const beside = await openLibrary(path)
  await beside.write((tx, now) => createLabel(tx, now, 'Columbia'))
  expect(await listLabels(serving.read)).toHaveLength(1)
  await beside.close()
  await serving.close()
  await (await openLibrary(path, { serve: true })).close()
})

test('a library that has no room left refuses writes as full, answers reads, and recovers', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const database = await openLibrary(path, { maxPages: 60 })
  let written = 0
  const fill = async () => {
    for (; written < 10_000; written++) await database.write((tx, now) => createLabel(tx, now, `Label ${written}`))
  }
  expect(await rejection(fill())).toMatchObject({ name: 'DiskFull' })
  expect(await listLabels(database.read)).toHaveLength(written)
  const together = await Promise.allSettled(
    [1, 2, 3].map((n) => database.write((tx, now) => createLabel(tx, now, 'x'.repeat(90 + n)))),
  )
  for (const outcome of together)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'DiskFull' })
  await database.close()
  const roomier = await openLibrary(path)
  expect((await listLabels(roomier.read)).length).toBe(
    written + together.filter(({ status }) => status === 'fulfilled').length,
  )
  await roomier.write((tx, now) => createLabel(tx, now, 'fits'))
  await roomier.close()
})

test('a backup is whole while others write, and comes back as it was', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  const target = join(folder.path, 'elsewhere', 'backup.db')
  const writing = Promise.all(
    Array.from({ length: 50 }, (_, n) => database.write((tx, now) => createLabel(tx, now, `more ${n}`))),
  )
  const backup = await backUp(path, target)
  await writing
  expect(backup.contents.rows).toMatchObject({ tracks: 229, genres: 29 })
  expect(backup.sha256).toBe(new Bun.CryptoHasher('sha256').update(await Bun.file(target).bytes()).digest('hex'))
  expect(readdirSync(join(folder.path, 'elsewhere'))).toEqual(['backup.db'])
  const before = await listLabels(database.read)
  await database.close()

  const { replacedLibrary } = restore(target, path)
  const restored = await openLibrary(path)
  expect((await listLabels(restored.read)).length).toBe(backup.contents.rows.labels ?? 0)
  await restored.close()
  restore(replacedLibrary ?? '', path)
  const back = await openLibrary(path)
  expect(await listLabels(back.read)).toEqual(before)
  await back.close()
})

test('backups in a folder are kept to a number; others and what is no backup stay', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  const backups = join(folder.path, 'backups')
  mkdirSync(backups)
  for (const name of [
    'mine.db',
    'library.db.notes',
    'other.db.2020-01-01T00-00-00-000Z.db',
    'library.db.music-library-999999-0123abcd.part',
    'Movie.2023.part',
    'draft.99999.new',
  ]) {
    writeFileSync(join(backups, name), '')
  }
  const made: string[] = []
  for (let n = 0; n < 4; n++) {
    made.push((await backUpInto(path, backups, 2)).file)
    await Bun.sleep(2)
  }
  await database.close()
  expect(readdirSync(backups).sort()).toEqual(
    [
      'Movie.2023.part',
      'draft.99999.new',
      'library.db.notes',
      'mine.db',
      'other.db.2020-01-01T00-00-00-000Z.db',
      ...made.slice(-2).map((file) => file.slice(backups.length + 1)),
    ].sort(),
  )
})

test('a backup is never laid over the library, nor over what is no database', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  writeFileSync(join(folder.path, 'notes.txt'), 'milk and eggs')
  expect(await rejection(backUp(path, path))).toMatchObject({ message: expect.stringContaining('the library itself') })
  expect(await rejection(backUp(path, join(folder.path, 'notes.txt')))).toMatchObject({ name: 'OperationalError' })
  expect(await Bun.file(join(folder.path, 'notes.txt')).text()).toBe('milk and eggs')
  await database.close()
})

test('what is no sound library, or too new, is not restored, and nothing changes', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  await database.close()
  const names = ['notes.txt', 'damaged.db', 'newer.db', 'strange.db', 'short.db']
  const [notes, damaged, newer, strange, short] = names.map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  writeFileSync(notes, 'milk and eggs')
  for (const copy of [damaged, newer, short]) await backUp(path, copy)
  await spoil(damaged)
  truncateSync(short, 100_000)
  new Sqlite(newer).run('PRAGMA user_version = 99')
  new Sqlite(strange).run('create table x (id integer)')
  const before = await Bun.file(path).bytes()
  for (const file of [notes, damaged, newer, strange, short, join(folder.path, 'missing.db')]) {
    expect(() => restore(file, path)).toThrow(/not a SQLite|damaged|newer program|music library|no file/)
  }
  expect(await Bun.file(path).bytes()).toEqual(before)
  expect(readdirSync(folder.path).filter((name) => name.includes('.replaced-'))).toEqual([])
})

test('nothing is restored while the library is in use', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  const backup = join(folder.path, 'backup.db')
  await backUp(path, backup)
  expect(() => restore(backup, path)).toThrow('in use by another program')
  await database.close()
  const serving = await openLibrary(path, { serve: true })
  expect(() => restore(backup, path)).toThrow('served by another process')
  await serving.close()
  expect(restore(backup, path).contents.rows.tracks).toBe(229)
})

test('a library too damaged to open is kept as it is, and replaced', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  const backup = join(folder.path, 'backup.db')
  await backUp(path, backup)
  await database.close()
  writeFileSync(path, 'nothing like a database, but somebody may want it back')
  const { replacedLibrary } = restore(backup, path)
  expect(await Bun.file(replacedLibrary ?? '').text()).toStartWith('nothing like a database')
  expect(verifyLibrary(path).rows.tracks).toBe(229)
})

test('a library that has gone is restored from its backup', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  await database.close()
  renameSync(path, join(folder.path, 'backup.db'))
  expect(restore(join(folder.path, 'backup.db'), path).replacedLibrary).toBeUndefined()
  await (await openLibrary(path)).close()
})

test('a copy made by hand with its journal is restored with its newest writes, and what it replaces keeps its own', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  const database = await openLibrary(path)
  await database.write((tx, now) => createLabel(tx, now, 'in the journal'))
  const [copy, crashed] = [join(folder.path, 'copy.db'), join(folder.path, 'crashed.db')]
  // As a crash leaves them: the newest writes are in the -wal file only.
  for (const end of ['', '-wal']) for (const to of [copy, crashed]) copyFileSync(path + end, to + end)
  await database.close()
  const { replacedLibrary } = restore(copy, crashed)
  for (const file of [crashed, String(replacedLibrary)]) {
    const restored = await openLibrary(file)
    expect((await listLabels(restored.read)).map(({ name }) => name)).toEqual(['in the journal'])
    await restored.close()
  }
})

test('a backup never takes the place of another library, served or crashed', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  const other = await library(folder.path, 'other.db')
  expect(String(await rejection(backUp(path, other.path)))).toContain('is a library, not a backup')
  await database.close()
  await other.database.close()
  expect(String(await rejection(backUp(path, other.path)))).toContain('is a library, not a backup')
  expect(verifyLibrary(other.path).rows.tracks).toBe(229)
})

test('two libraries of one name can share a folder of backups, and what was made by hand stays', async () => {
  using folder = emptyFolder()
  mkdirSync(join(folder.path, 'a'))
  mkdirSync(join(folder.path, 'b'))
  const [a, b] = [await library(join(folder.path, 'a')), await library(join(folder.path, 'b'))]
  const backups = join(folder.path, 'backups')
  const kept = [(await backUpInto(a.path, backups)).file, (await backUpInto(a.path, backups, 1)).file]
  for (let n = 0; n < 2; n++) {
    await Bun.sleep(2)
    kept[2] = (await backUpInto(b.path, backups, 1)).file
  }
  expect(
    readdirSync(backups)
      .map((name) => join(backups, name))
      .sort(),
  ).toEqual(kept.sort())
  await a.database.close()
  await b.database.close()
})

test('a row that breaks a rule of the schema is found by backup, restore and start alike', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  const good = join(folder.path, 'good.db')
  await backUp(path, good)
  await database.close()
  for (const file of [path, good]) {
    const other = new Sqlite(file)
    other.run('PRAGMA ignore_check_constraints = 1')
    other.run("UPDATE labels SET updated_at = 'garbage' WHERE id = 1")
    other.close(true)
  }
  expect(String(await rejection(backUp(path, join(folder.path, 'bad.db'))))).toContain('damaged')
  expect(String(await rejection(openLibrary(path)))).toContain('damaged')
  expect(() => restore(good, path)).toThrow('damaged')
})

test('through a link it is the same library, with the same marker', async () => {
  using folder = emptyFolder()
  mkdirSync(join(folder.path, 'real'))
  symlinkSync(join('real', 'library.db'), join(folder.path, 'link.db'))
  const serving = await openLibrary(join(folder.path, 'link.db'), { serve: true })
  expect(readdirSync(join(folder.path, 'real'))).toContain('library.db')
  expect(await rejection(openLibrary(join(folder.path, 'real', 'library.db'), { serve: true }))).toMatchObject({
    name: 'OperationalError',
  })
  await serving.close()
})

test("a database that is not a music library's is refused, and stays as it is", async () => {
  using folder = emptyFolder()
  for (const version of [0, 2]) {
    const path = join(folder.path, `${version}.db`)
    const other = new Sqlite(path)
    other.run('CREATE TABLE notes (id INTEGER)')
    other.run(`PRAGMA user_version = ${version}`)
    other.close(true)
    const before = await Bun.file(path).bytes()
    for (const serve of [false, true]) {
      expect(String(await rejection(openLibrary(path, { serve })))).toContain('not of a music library')
    }
    expect(await Bun.file(path).bytes()).toEqual(before)
    expect(readdirSync(folder.path)).not.toContain(`${version}.db.lock`)
  }
})

test('a restore that fails leaves no marker of a library that there is not', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'notes.txt'), 'milk and eggs')
  const path = join(folder.path, 'library.db')
  expect(() => restore(join(folder.path, 'notes.txt'), path)).toThrow('not a SQLite database')
  await (await openLibrary(path)).close()
  expect(() => restore(path, path)).toThrow('the library itself')
})

test('a program that had the library open knows when another file has taken its place', async () => {
  using folder = emptyFolder()
  const { path, database } = await library(folder.path)
  expect(database.wasReplaced()).toBe(false)
  const backup = join(folder.path, 'backup.db')
  await backUp(path, backup)
  renameSync(backup, path)
  expect(database.wasReplaced()).toBe(true)
  await database.close()
})
