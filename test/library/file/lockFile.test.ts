import { test as bunTest, expect } from 'bun:test'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '../../../src/library/file/backup.ts'
import { diagnose } from '../../../src/library/file/diagnose.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'
import { rejection } from '../../support/database.ts'
import { folderTest as test } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'

test('a library that is missing is not replaced by a new one, unless createNew is set', async ({ folder, path }) => {
  await (await openLibrary(path)).close()
  rmSync(path)
  expect(String(await rejection(openLibrary(path)))).toContain('is still here')
  expect(readdirSync(folder)).toEqual(['library.db.lock'])
  const newDatabase = await openLibrary(path, { createNew: true })
  expect(await listLabels(newDatabase.read)).toEqual([])
  await newDatabase.close()
})

test.each([
  ['an empty file', '', ''],
  ['a WAL without its library', '-wal', 'journal'],
])(
  '%s is not replaced by a new library, and is kept when createNew is set',
  async ({ folder, path }, _, suffix, content) => {
    writeFileSync(path + suffix, content)
    const namesBefore = readdirSync(folder)
    expect(await rejection(openLibrary(path))).toMatchObject({ name: 'OperationalError' })
    expect(readdirSync(folder)).toEqual(namesBefore)
    await (await openLibrary(path, { createNew: true })).close()
    expect(readdirSync(folder).some((name) => name.includes('.old-'))).toBe(true)
  },
)

test('a library can be open twice, but only one process can serve it', async ({ path }) => {
  const served = await openLibrary(path, { serve: true })
  expect(String(await rejection(openLibrary(path, { serve: true })))).toContain('is served already')
  const second = await openLibrary(path)
  await second.write((tx) => createLabel(tx, 'Columbia'))
  expect(await listLabels(served.read)).toHaveLength(1)
  await second.close()
  await served.close()
  await (await openLibrary(path, { serve: true })).close()
})

test('a library is not served under a second name while it is in use under the first', async ({ path, file }) => {
  const served = await openLibrary(path, { serve: true })
  linkSync(path, file('other.db'))
  expect(String(await rejection(openLibrary(file('other.db'), { serve: true })))).toContain('find FOLDER -samefile')
  await served.write((tx) => createLabel(tx, 'Columbia'))
  await served.close()
  // A name that no process uses does no harm: a snapshot of a folder may be made of such names.
  const other = await openLibrary(file('other.db'), { serve: true })
  expect(await listLabels(other.read)).toHaveLength(1)
  expect(await rejection(openLibrary(path, { serve: true }))).toMatchObject({ name: 'OperationalError' })
  await other.close()
  await (await openLibrary(path, { serve: true })).close()
})

// Only Linux lists the locks of files.
bunTest.skipIf(!existsSync('/proc/locks'))(
  'on Linux: a process that backs up and examines a library that it has open keeps the locks on it',
  async () => {
    using folder = emptyFolder()
    const path = join(folder.path, 'library.db')
    const database = await openLibrary(path)
    /** The kind and the range of each lock on the library. */
    const locks = () => {
      const lines = readFileSync('/proc/locks', 'utf8').split('\n')
      return lines.filter((line) => line.includes(`:${statSync(path).ino} `)).map((line) => line.replace(/^\d+: /, ''))
    }
    const before = locks()
    expect(before).toHaveLength(1)
    await backUp(path, join(folder.path, 'backup.db'))
    const findings = diagnose(path, { folder: folder.path, intervalMs: undefined })
    expect(findings.map(({ state }) => state)).not.toContain('wrong')
    expect(locks()).toEqual(before)
    await database.close()
  },
)
