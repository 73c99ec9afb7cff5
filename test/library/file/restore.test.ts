import { Database as Sqlite } from 'bun:sqlite'
import { test as bunTest, expect } from 'bun:test'
import { copyFileSync, readdirSync, truncateSync, watch, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { backUp } from '../../../src/library/file/backup.ts'
import { verifyLibrary } from '../../../src/library/file/integrity.ts'
import { restore } from '../../../src/library/file/restore.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'
import { createOldLibrary, readAllRows, schemaVersions } from '../../support/fixtures.ts'
import { fixtureTest, folderTest } from '../../support/fixtureTest.ts'
import { everyNth } from '../../support/longForm.ts'
import { createSampleFolder, damage, sampleTrackCount, sampleTest as test } from '../sampleLibrary.ts'

const linuxTest = fixtureTest(createSampleFolder, bunTest.skipIf(process.platform !== 'linux'))

test('restoring rejects a file that is missing, not a library, damaged or too new, and then changes nothing', async (fixture) => {
  const { folder, file, path } = fixture
  writeFileSync(file('notes.txt'), 'milk and eggs')
  for (const name of ['damaged.db', 'newer.db', 'truncated.db']) await backUp(path, file(name))
  await damage(file('damaged.db'))
  truncateSync(file('truncated.db'), 100_000)
  new Sqlite(file('newer.db')).run('PRAGMA user_version = 99')
  new Sqlite(file('other.db')).run('create table x (id integer)')
  const before = await Bun.file(path).bytes()
  for (const name of ['notes.txt', 'damaged.db', 'newer.db', 'other.db', 'truncated.db', 'missing.db']) {
    expect(() => restore(file(name), path)).toThrow(/not a SQLite|damaged|newer program|music library|no file/)
  }
  expect(await Bun.file(path).bytes()).toEqual(before)
  expect(readdirSync(folder).filter((name) => name.includes('.replaced-'))).toEqual([])
})

folderTest.each(everyNth(schemaVersions, 5))(
  'a backup with the schema %d can be restored without its tokens and invitations',
  async ({ file, path }, schema) => {
    const backup = file('backup.db')
    createOldLibrary(schema, backup)
    restore(backup, path, { endSessions: true })
    const library = await openLibrary(path)
    await library.close()
    const { tokens, invitations, roles } = readAllRows(path)
    expect({ tokens, invitations }).toEqual({ tokens: [], invitations: [] })
    expect(roles).not.toEqual([])
  },
)

test('restoring fails while the library is open or served', async ({ path, backup }) => {
  const database = await openLibrary(path)
  expect(() => restore(backup, path)).toThrow('in use by another program')
  await database.close()
  const served = await openLibrary(path, { serve: true })
  expect(() => restore(backup, path)).toThrow('is served already')
  await served.close()
  expect(restore(backup, path).contents.rows.tracks).toBe(sampleTrackCount)
})

test('a library that is too damaged to open is replaced, and kept unchanged under another name', async ({
  path,
  backup,
}) => {
  writeFileSync(path, 'nothing like a database, but somebody may want it back')
  const { replacedLibrary } = restore(backup, path)
  expect(await Bun.file(replacedLibrary ?? '').text()).toStartWith('nothing like a database')
  expect(verifyLibrary(path).rows.tracks).toBe(sampleTrackCount)
})

test('the writes in the WAL of a copied library are restored, and those of the replaced library are kept', async ({
  file,
}) => {
  const [path, copy, crashed] = [file('written.db'), file('copy.db'), file('crashed.db')]
  const database = await openLibrary(path)
  await database.write((tx) => createLabel(tx, 'in the WAL'))
  // A crash leaves such files: only the -wal file has the newest writes.
  for (const suffix of ['', '-wal']) for (const target of [copy, crashed]) copyFileSync(path + suffix, target + suffix)
  await database.close()
  const { replacedLibrary } = restore(copy, crashed)
  for (const file of [crashed, String(replacedLibrary)]) {
    const restored = await openLibrary(file)
    expect((await listLabels(restored.read)).map(({ name }) => name)).toEqual(['in the WAL'])
    await restored.close()
  }
})

test('after a failed restore where there was no library, a new library can be created', async ({ file }) => {
  writeFileSync(file('notes.txt'), 'milk and eggs')
  expect(() => restore(file('notes.txt'), file('new.db'))).toThrow('not a SQLite database')
  // A lock file would prevent this.
  await (await openLibrary(file('new.db'))).close()
})

// The order of events is that of the calls only on Linux.
linuxTest(
  'at every moment of a restore the old or the new library is in place',
  async ({ folder, file, path, backup }) => {
    const renamed: string[] = []
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const watcher = watch(folder, (event, name) => {
      if (event === 'rename') renamed.push(String(name))
      if (name === 'end') resolve()
    })
    restore(backup, path)
    writeFileSync(file('end'), '')
    await ended
    watcher.close()
    // The new library takes the name of the old one, which is not taken away before.
    expect(renamed.filter((name) => name === basename(path))).toHaveLength(1)
  },
)

test('a library is not restored from itself', ({ path }) => {
  expect(() => restore(path, path)).toThrow('the library itself')
})
