import { Database as Sqlite } from 'bun:sqlite'
import { test as bunTest, expect } from 'bun:test'
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditedTransaction, auditAs } from '../../../src/audit/auditedWrite.ts'
import { commandLine } from '../../../src/audit/entry.ts'
import { createRecord, deleteRecord } from '../../../src/catalogue/writes.ts'
import { reservedPages } from '../../../src/library/file/reserve.ts'
import { readFreeBytes } from '../../../src/library/freeSpace.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'
import { rejection } from '../../support/database.ts'
import { createFolder, folderTest as test } from '../../support/fixtureTest.ts'
import { mayMount, mountTmpfs } from '../../support/tmpfs.ts'

/** Reads a file whose library is open. */
const measure = (path: string) => {
  using file = new Sqlite(path, { readonly: true })
  const read = (pragma: string) => Object.values(file.query(`PRAGMA ${pragma}`).get() ?? {})[0]
  return {
    /** The size of the value that takes pages. */
    reserve: file.query<{ n: number }, []>("SELECT length(seq) / 4096 AS n FROM sqlite_sequence WHERE name = ''").all(),
    missing: Number(read('page_count')) - statSync(path).size / 4096,
    walPages: Math.floor(statSync(`${path}-wal`).size / 4120),
    check: read('integrity_check'),
  }
}

const whole = [{ n: reservedPages }]

const createAll = async (tx: AuditedTransaction, tracks: number) => {
  await createRecord(tx, 'albums', { title: 'Kind of Blue' })
  for (let n = 0; n < tracks; n++)
    await createRecord(tx, 'tracks', { title: `Take ${n}`, file_path: `a/folder/of/an/album/${n}.flac`, album_id: 1 })
}

test('a served library has the reserve from its start on, and after each write', async ({ path }) => {
  for (let start = 0; start < 2; start++) {
    const library = await openLibrary(path, { serve: true })
    expect(measure(path).reserve).toEqual(whole)
    expect(measure(path).walPages).toBeGreaterThanOrEqual(reservedPages)
    for (const count of [1, 10, 1_000]) {
      await library.write(async (tx) => {
        for (let n = 0; n < count; n++) await createLabel(tx, 'x'.repeat(100))
      })
      const { reserve, missing } = measure(path)
      expect(reserve).toEqual(whole)
      expect(missing).toBeLessThanOrEqual(0)
    }
    await library.close()
  }
})

test('a write that fails leaves the file as long as the next commit needs', async ({ path }) => {
  const library = await openLibrary(path)
  const fill = async (fails: boolean) =>
    library.write(async (tx) => {
      for (let n = 0; n < 1_000; n++) await createLabel(tx, 'x'.repeat(100))
      if (fails) throw new Error('failed')
    })
  await rejection(fill(true))
  await fill(false)
  expect(measure(path).missing).toBeLessThanOrEqual(0)
  expect(measure(path).check).toBe('ok')
  await library.close()
})

/** A library that is served on a disk without a free byte, with an album of many tracks. */
const createFullDisk = async () => {
  const folder = createFolder()
  const mounted = mountTmpfs(folder.file('disk'), 12_000_000)
  const path = join(folder.folder, 'disk/library.db')
  const created = await openLibrary(path)
  await created.write((tx) => createAll(auditAs(tx, commandLine), 300))
  await created.close()
  const library = await openLibrary(path, { serve: true })
  const other = join(folder.folder, 'disk/other')
  writeFileSync(other, new Uint8Array(readFreeBytes(path)))
  expect(readFreeBytes(path)).toBe(0)
  return {
    path,
    library,
    makeRoom: (bytes: number) => truncateSync(other, Math.max(0, statSync(other).size - bytes)),
    removeOther: () => rmSync(other),
    [Symbol.asyncDispose]: async () => {
      await library.close()
      mounted[Symbol.dispose]()
      folder[Symbol.dispose]()
    },
  }
}

bunTest.skipIf(!mayMount)(
  'on a full disk, a record with many others is deleted, and the reserve ends with an error that changes nothing',
  async () => {
    await using disk = await createFullDisk()
    const { library, path } = disk
    const reserved = { mayUseReserve: true }
    const add = (options = {}) => library.write((tx) => createLabel(tx, 'x'.repeat(100)), undefined, undefined, options)
    const addAll = async (options: object) => {
      for (let count = 0; ; count++) {
        const error = await add(options).then(
          () => undefined,
          (error) => error,
        )
        if (!error) continue
        expect(error).toMatchObject({ name: 'DiskFull' })
        return count
      }
    }
    await addAll({})
    await library.write((tx) => deleteRecord(auditAs(tx, commandLine), 'albums', 1), undefined, undefined, reserved)
    // Each has a batch with one that may not use it.
    const outcomes = await Promise.allSettled([add(), add(reserved), add(), add(reserved)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await addAll(reserved)).toBeGreaterThan(200)
    for (let n = 0; n < 20; n++) expect(await rejection(add(reserved))).toMatchObject({ name: 'DiskFull' })
    const count = (await listLabels(library.read)).length
    expect(measure(path).missing).toBeLessThanOrEqual(0)
    expect(measure(path).check).toBe('ok')
    // Too little for a reserve.
    disk.makeRoom(100_000)
    expect(await rejection(add())).toMatchObject({ name: 'DiskFull' })
    disk.removeOther()
    await add()
    expect(await listLabels(library.read)).toHaveLength(count + 1)
    expect(measure(path).reserve).toEqual(whole)
  },
)
