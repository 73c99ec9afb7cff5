import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backUp, backUpInto, listBackups, newestScheduledBackup } from '../../../src/library/file/backup.ts'
import { verifyLibrary } from '../../../src/library/file/integrity.ts'
import { restore } from '../../../src/library/file/restore.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'
import { rejection } from '../../support/database.ts'
import { sampleTrackCount, sampleTest as test } from '../sampleLibrary.ts'

test('a backup during writes is complete, and restores the records that it reported', async ({ path, file }) => {
  const database = await openLibrary(path)
  const target = file('backups/backup.db')
  const writes = Promise.all(Array.from({ length: 50 }, (_, n) => database.write((tx) => createLabel(tx, `more ${n}`))))
  const backup = await backUp(path, target)
  await writes
  expect(backup.contents.rows).toMatchObject({ tracks: sampleTrackCount, genres: 29 })
  expect(backup.sha256).toBe(new Bun.CryptoHasher('sha256').update(await Bun.file(target).bytes()).digest('hex'))
  expect(readdirSync(file('backups'))).toEqual(['backup.db'])
  const labelsBefore = await listLabels(database.read)
  await database.close()

  const { replacedLibrary } = restore(target, path)
  const restored = await openLibrary(path)
  expect((await listLabels(restored.read)).length).toBe(backup.contents.rows.labels ?? 0)
  await restored.close()
  restore(replacedLibrary ?? '', path)
  const original = await openLibrary(path)
  expect(await listLabels(original.read)).toEqual(labelsBefore)
  await original.close()
})

test('only so many scheduled backups are kept; others and files of other kinds stay, except temporary files of ended processes', async ({
  path,
  file,
}) => {
  const backups = file('backups')
  mkdirSync(backups)
  const otherFiles = [
    ...['mine.db', 'library.db.notes', 'other.db.2020-01-01T00-00-00-000Z.db', 'Movie.2023.part', 'draft.99999.new'],
  ]
  const staleFiles = ['.part', '.lock.part'].map((suffix) => `library.db.music-library-999999-0123abcd${suffix}`)
  for (const name of [...otherFiles, ...staleFiles]) writeFileSync(join(backups, name), '')
  const unscheduled = basename((await backUpInto(path, backups)).file)
  const names: string[] = []
  for (let n = 0; n < 4; n++) {
    names.push(basename((await backUpInto(path, backups, 2)).file))
    // The names have the time in milliseconds.
    await Bun.sleep(2)
  }
  expect(readdirSync(backups).sort()).toEqual([...otherFiles, unscheduled, ...names.slice(-2)].sort())
})

test('backups with a time in the future count as the oldest, and the one that was made just now always stays', async (fixture) => {
  const { path, file } = fixture
  const database = await openLibrary(path)
  const backups = file('backups')
  const made = (await backUpInto(path, backups, 9)).file
  const [, schedule = ''] = /\.(every-\w+)\./.exec(made) ?? []
  const [yearAhead, later, lastYear] = ['2998-01-01', '2999-01-01', '2020-01-01'].map((day) => {
    const name = `library.db.${schedule}.${day}T00-00-00-000Z.db`
    copyFileSync(made, join(backups, name))
    return name
  })
  const library = database.file ?? { path, id: '' }
  const first = basename(newestScheduledBackup(library, backups)?.path ?? '')
  expect(basename(listBackups(path, backups)[0]?.path ?? '')).toBe(String(yearAhead))
  // The names have the time in milliseconds.
  await Bun.sleep(2)
  const second = basename((await backUpInto(path, backups, 4)).file)
  expect(readdirSync(backups).sort()).toEqual([String(lastYear), first, second, String(later)].sort())
  await Bun.sleep(2)
  const third = basename((await backUpInto(path, backups, 1)).file)
  expect(readdirSync(backups)).toEqual([third])
  await database.close()
})

test('a backup replaces neither the library itself nor another one, nor a file that is not a database', async ({
  path,
  file,
}) => {
  const notes = file('notes.txt')
  writeFileSync(notes, 'milk and eggs')
  const other = await openLibrary(file('other.db'))
  await other.write((tx) => createLabel(tx, 'Columbia'))
  const backingUp = async (target: string) => String(await rejection(backUp(path, target)))
  expect(await backingUp(path)).toContain('the library itself')
  expect(await backingUp(notes)).toContain('OperationalError')
  expect(await backingUp(other.name)).toContain('is a library, not a backup')
  await other.close()
  expect(await backingUp(other.name)).toContain('is a library, not a backup')
  expect(await Bun.file(notes).text()).toBe('milk and eggs')
  expect(verifyLibrary(other.name).rows.labels).toBe(1)
})

test('backing up, restoring and opening all reject a file with a row that violates a constraint', async ({
  path,
  backup,
  file,
}) => {
  for (const damaged of [path, backup]) {
    const client = new Sqlite(damaged)
    client.run('PRAGMA ignore_check_constraints = 1')
    client.run("UPDATE labels SET updated_at = 'garbage' WHERE id = 1")
    client.close(true)
  }
  expect(String(await rejection(backUp(path, file('new.db'))))).toContain('damaged')
  expect(String(await rejection(openLibrary(path)))).toContain('damaged')
  expect(() => restore(backup, path)).toThrow('damaged')
})
