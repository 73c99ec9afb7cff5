import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { ClientDisconnected } from '../../../src/base/errors.ts'
import { yieldToEventLoop } from '../../../src/base/eventLoop.ts'
import { trackedTables as searchTables } from '../../../src/search/searchables.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'
import { rejection } from '../../support/database.ts'
import { databaseTest as test } from '../../support/fixtureTest.ts'
import { createTaskOwner } from '../../support/owner.ts'

type TestOwner = ReturnType<typeof createTaskOwner>

test('a failed write changes nothing, and the other writes of its batch succeed', async (database) => {
  const outcomes = await Promise.allSettled(
    ['one', 'two', 'three'].map((name) =>
      database.write(async (tx) => {
        await createLabel(tx, name)
        if (name === 'two') throw new Error('failed')
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual(['one', 'three'])
})

test('a batch in which all writes fail makes no commit, and only committed writes are counted', async (database) => {
  using other = new Sqlite(database.path, { readonly: true })
  const version = () => other.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version
  const write = (name: string, fails: boolean) =>
    database.write(async (tx) => {
      await createLabel(tx, name)
      if (fails) throw new Error('failed')
    })
  const before = version()
  await Promise.allSettled(['one', 'two'].map((name) => write(name, true)))
  expect([version(), database.stats().committedWrites]).toEqual([before, 0])
  await Promise.allSettled([write('one', true), write('two', false)])
  expect(version()).not.toBe(before)
  expect(database.stats().committedWrites).toBe(1)
})

test('selects see a write after it was acknowledged, and not before', async (database) => {
  /** What the transaction, a select and a read transaction see before the commit. */
  const counts: number[] = []
  await database.write(async (tx) => {
    await createLabel(tx, 'Columbia')
    counts.push((await listLabels(tx.db)).length, (await listLabels(database.read)).length)
    counts.push((await database.snapshot(listLabels)).length)
  })
  expect(counts).toEqual([1, 0, 0])
  expect(await listLabels(database.read)).toHaveLength(1)
})

test('writes run one at a time in the order of their calls, and each has an instant of its own', async (database) => {
  const order: number[] = []
  const instants = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      database.write(async ({ now }) => {
        await Promise.resolve()
        order.push(index)
        return now
      }),
    ),
  )
  expect(order).toEqual(Array.from({ length: 100 }, (_, index) => index))
  expect(instants).toEqual([...new Set(instants)].sort())
})

test('all selects of a snapshot see the same state, even when a write is committed between them', async (database) => {
  await database.write((tx) => createLabel(tx, 'one'))
  const counts = await database.snapshot(async (read) => {
    const before = await listLabels(read)
    await database.write((tx) => createLabel(tx, 'two'))
    return [before.length, (await listLabels(read)).length]
  })
  expect(counts).toEqual([1, 1])
  expect(await database.snapshot(listLabels)).toHaveLength(2)
})

test('while another program has locked the file, reads succeed and writes wait', async (database) => {
  const other = new Sqlite(database.path)
  other.run('BEGIN IMMEDIATE')
  const order: string[] = []
  const write = database.write((tx) => createLabel(tx, 'Columbia')).then(() => order.push('written'))
  for (let n = 0; n < 10; n++) {
    expect(await listLabels(database.read)).toHaveLength(0)
    await new Promise((resolve) => setImmediate(resolve))
  }
  order.push('released')
  other.run('COMMIT')
  other.close()
  await write
  expect(order).toEqual(['released', 'written'])
})

test('each write waits five seconds for a lock, and later writes succeed', async (database) => {
  const other = new Sqlite(database.path)
  other.run('BEGIN IMMEDIATE')
  const measureTimeout = async () => {
    const start = performance.now()
    // Timers that are due fire in their order, however late.
    const late = Bun.sleep(6_400).then(() => ({ name: 'Late' }))
    const failed = rejection(database.write((tx) => createLabel(tx, 'no')))
    expect(await Promise.race([failed, late])).toMatchObject({ name: 'DatabaseBusy' })
    return performance.now() - start
  }
  const first = measureTimeout()
  // The second write waits five seconds of its own, not only the rest of those of the first.
  await Bun.sleep(1_500)
  for (const time of await Promise.all([first, measureTimeout()])) expect(time).toBeGreaterThan(4_900)
  other.run('ROLLBACK')
  other.close()
  await database.write((tx) => createLabel(tx, 'yes'))
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual(['yes'])
})

test('a write whose commit a listener fails to process is acknowledged, and the other listeners learn of it', async (database) => {
  const errors: unknown[] = []
  const kinds: string[] = []
  const trackedTables = [{ table: 'labels', changes: [{ kind: 'labels', column: 'id' }] }, ...searchTables]
  const failure = new RangeError('Maximum call stack size exceeded.')
  const onError = (error: unknown) => void errors.push(error)
  const onCommit = () => {
    throw failure
  }
  database.onCommit(trackedTables, { onCommit, onError })
  database.onCommit(trackedTables, {
    onCommit: (changes) => void kinds.push(...changes.map(({ kind }) => kind)),
    onError,
  })
  const names = ['one', 'two']
  const labels = await Promise.all(names.map((name) => database.write((tx) => createLabel(tx, name))))
  expect(labels.map(({ name }) => name)).toEqual(names)
  expect(await listLabels(database.read)).toHaveLength(2)
  // One error for each batch: on a busy machine, the second write is in a batch of its own.
  expect([new Set(errors), kinds]).toEqual([new Set([failure]), ['labels', 'labels']])
  expect(database.stats()).toEqual({ queuedWrites: 0, committedWrites: 2, diskProblem: undefined })
})

test('a queued write whose client has gone does not begin, and one that has begun is committed', async (database) => {
  const owners = [1, 2].map((n) => createTaskOwner(`account ${n}`))
  const [first, second] = owners as [TestOwner, TestOwner] // two
  const running = Promise.withResolvers<void>()
  const write = (name: string, owner: TestOwner, wait?: Promise<void>) =>
    database.write(
      async (tx) => {
        await createLabel(tx, name)
        await wait
      },
      undefined,
      owner,
    )
  const begun = write('begun', first, running.promise)
  const waiting = rejection(write('waiting', second))
  await Bun.sleep(20)
  for (const owner of owners) owner.isAbandoned = true
  running.resolve()
  await begun
  expect(await waiting).toBeInstanceOf(ClientDisconnected)
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual(['begun'])
})

test('a batch of many writes lets others run, and those of one account wait for their turn', async (database) => {
  const order: string[] = []
  const write = (name: string, owner: TestOwner) =>
    database.write(
      async (tx) => {
        for (let n = 0; n < 20; n++) await createLabel(tx, `${name} ${n}`)
        order.push(name)
      },
      undefined,
      owner,
    )
  const flood = createTaskOwner('flood')
  const writes = Promise.all(Array.from({ length: 200 }, (_, n) => write(`${n}`, flood)))
  let [isDone, turns] = [false, 0]
  void writes.then(() => {
    isDone = true
  })
  while (order.length === 0) await yieldToEventLoop()
  const before = order.length
  const other = write('other', createTaskOwner('other'))
  for (; !isDone; turns++) await yieldToEventLoop()
  await other
  expect(order.indexOf('other')).toBeLessThan(before + 3)
  expect(turns).toBeGreaterThan(5)
})
