import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { statSync, truncateSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { blob, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { yieldToEventLoop } from '../../../src/base/eventLoop.ts'
import type { Reader } from '../../../src/library/connection.ts'
import type { Database } from '../../../src/library/database.ts'
import { diagnose } from '../../../src/library/file/diagnose.ts'
import { ownWork } from '../../../src/library/longWork.ts'
import { createLabel } from '../../support/catalogueStore.ts'
import { databaseTest as test } from '../../support/fixtureTest.ts'
import { createTaskOwner } from '../../support/owner.ts'

const megabyte = 1e6

const walSize = (file: string) => statSync(`${file}-wal`).size

const filler = sqliteTable('filler', { n: integer(), content: blob() })

/** Creates a table of one row, which no trigger slows down. */
const createFiller = ({ path }: { path: string }) => {
  using file = new Sqlite(path)
  file.run('CREATE TABLE filler (n INTEGER, content BLOB)')
  file.run('INSERT INTO filler VALUES (-1, NULL)')
}

/** Lets the WAL grow by a megabyte. */
const fill = ({ write }: Database, n: number) =>
  write(async (tx) => void (await tx.db.update(filler).set({ n, content: sql`randomblob(${megabyte})` })))

const readNumber = (read: Pick<Reader, 'select'>) => read.select({ n: filler.n }).from(filler)

test('while long read transactions overlap all the time, the WAL is emptied again and again', async (database) => {
  createFiller(database)
  let [isDone, peak, transactions] = [false, 0, 0]
  const readLong = async (turns: number) => {
    while (!isDone) {
      await database.longSnapshot(createTaskOwner(`${turns}`), async (read: Reader) => {
        const first = await readNumber(read)
        for (let turn = 0; turn < turns; turn++) await yieldToEventLoop()
        // Still the same state, though many commits came in between.
        expect(await readNumber(read)).toEqual(first)
      })
      transactions++
    }
  }
  const write = async () => {
    // If it were never emptied, it would have 70 MB at the end.
    for (let n = 0; n < 70; n++) {
      await fill(database, n)
      peak = Math.max(peak, walSize(database.path))
    }
    isDone = true
  }
  await Promise.all([write(), readLong(1), readLong(2), readLong(3)])
  expect(transactions).toBeGreaterThan(30)
  expect(peak).toBeLessThan(40 * megabyte)
})

test('a long read transaction that does not end holds others back for a bounded time only, and short ones never', async (database) => {
  createFiller(database)
  const { promise, resolve } = Promise.withResolvers<void>()
  const endless = database.longSnapshot(ownWork, () => promise)
  for (let n = 0; n < 20; n++) await fill(database, n)
  expect(walSize(database.path)).toBeGreaterThan(10 * megabyte)
  let hasWaited = true
  const waiting = database.longSnapshot(ownWork, async (read) => {
    hasWaited = false
    return readNumber(read)
  })
  const newest = await database.snapshot(readNumber)
  expect(newest).toEqual([{ n: 19 }])
  expect(hasWaited).toBe(true)
  resolve()
  await endless
  expect(await waiting).toEqual(newest)
})

test('a WAL that had to grow is cut when it is empty again', async (database) => {
  createFiller(database)
  await database.longSnapshot(ownWork, async () => {
    for (let n = 0; n < 60; n++) await fill(database, n)
  })
  expect(walSize(database.path)).toBeGreaterThan(50 * megabyte)
  // The first commit copies the WAL into the file, and the second one begins it again.
  for (let n = 0; n < 2; n++) await fill(database, n)
  expect(walSize(database.path)).toBeLessThan(34 * megabyte)
})

test('doctor says that a WAL of more than 100 MB is wrong', async (database) => {
  await database.write((tx) => createLabel(tx, 'Columbia'))
  const checkWal = () =>
    diagnose(database.path, { folder: '/nowhere', intervalMs: undefined }).find(({ what }) => what === 'journal')
  expect(checkWal()?.state).toBe('good')
  // SQLite ignores what follows its last commit.
  truncateSync(`${database.path}-wal`, 101 * megabyte)
  expect(checkWal()).toMatchObject({ state: 'wrong', says: expect.stringContaining('-wal of 101 MB') })
})
