import { describe, expect } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ClientDisconnected } from '../../src/base/errors.ts'
import { yieldToEventLoop } from '../../src/base/eventLoop.ts'
import { labels } from '../../src/library/catalogueSchema.ts'
import type { Reader } from '../../src/library/connection.ts'
import type { LongWork } from '../../src/library/longWork.ts'
import { openLibrary } from '../../src/library/open.ts'
import { createLabel } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest, fixtureTest } from '../support/fixtureTest.ts'
import { createTaskOwner } from '../support/owner.ts'

const createWork = (account = 'account 1') => createTaskOwner(account) satisfies LongWork

/** Reads as often as it is let. */
const readForever = async (read: Pick<Reader, 'select'>): Promise<never> => {
  for (;;) await read.select({ name: labels.name }).from(labels).limit(1)
}

/** Lets the client of a work go after some turns of the event loop. They pass only if the work lets others run. */
const leaveAfterTurns = async (work: { isAbandoned: boolean }) => {
  for (let turn = 0; turn < 20; turn++) await yieldToEventLoop()
  work.isAbandoned = true
}

const memoryTest = fixtureTest(async () => {
  const library = await openLibrary(':memory:')
  return { ...library, [Symbol.asyncDispose]: () => library.close() }
})

describe.each([
  ['a file, or PostgreSQL', databaseTest],
  ['memory', memoryTest],
] as const)('in %s', (_, test) => {
  test('a long read lets others run between its selects, and ends when its client has gone', async (database) => {
    const work = createWork()
    const reading = database.longSnapshot(work, readForever)
    const failed = rejection(reading)
    await leaveAfterTurns(work)
    expect(await failed).toBeInstanceOf(ClientDisconnected)
    // Its connection is used again.
    expect(await database.longSnapshot(createWork(), (read) => read.select().from(labels))).toEqual([])
  })

  test('a long write does so, too, and is undone', async (database) => {
    const work = createWork()
    const failed = rejection(
      database.write(async (tx) => {
        await createLabel(tx, 'Columbia')
        for (let n = 0; ; n++) await tx.db.update(labels).set({ name: sql`${n} || 'y'` })
      }, work),
    )
    await leaveAfterTurns(work)
    expect(await failed).toBeInstanceOf(ClientDisconnected)
    expect(await database.read.select().from(labels)).toEqual([])
  })

  test('a short read finds a connection while all places of long reads are taken', async (database) => {
    const works = Array.from({ length: 12 }, (_, n) => createWork(`account ${n}`))
    const readings = works.map((work) => rejection(database.longSnapshot(work, readForever)))
    expect(await database.snapshot((read) => read.select().from(labels))).toEqual([])
    for (const work of works) work.isAbandoned = true
    for (const reading of readings) expect(await reading).toBeInstanceOf(ClientDisconnected)
  })

  test('an account with much long work leaves places to others', async (database) => {
    const works = Array.from({ length: 12 }, () => createWork('account 1'))
    const readings = works.map((work) => rejection(database.longSnapshot(work, readForever)))
    // In memory there is one place, and a task that runs keeps it.
    if (database.createResetPoint) for (const work of works) work.isAbandoned = true
    expect(await database.longSnapshot(createWork('account 2'), (read) => read.select().from(labels))).toEqual([])
    for (const work of works) work.isAbandoned = true
    await Promise.all(readings)
  })
})
