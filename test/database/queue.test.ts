import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createLabel, listLabels } from '../../src/catalogue/label/store.ts'
import { newDatabase, rejection } from '../support/database.ts'

test('a write that fails changes nothing, and the writes around it go on', async () => {
  await using database = await newDatabase()
  const outcomes = await Promise.allSettled(
    ['one', 'two', 'three'].map((name) =>
      database.write(async (tx, now) => {
        await createLabel(tx, now, name)
        if (name === 'two') throw new Error('no')
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual(['one', 'three'])
})

test('writes that all fail leave the file as it is, and only those that were made are counted', async () => {
  await using database = await newDatabase()
  using other = new Sqlite(database.file, { readonly: true })
  const version = () => other.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version
  const write = (name: string, refused: boolean) =>
    database.write(async (tx, now) => {
      await createLabel(tx, now, name)
      if (refused) throw new Error('no')
    })
  const before = version()
  await Promise.allSettled(['one', 'two'].map((name) => write(name, true)))
  expect([version(), database.stats().committedWrites]).toEqual([before, 0])
  await Promise.allSettled([write('one', true), write('two', false)])
  expect(version()).not.toBe(before)
  expect(database.stats().committedWrites).toBe(1)
})

test('a reader sees a write when it was answered, and not before', async () => {
  await using database = await newDatabase()
  const during: number[] = []
  await database.write(async (tx, now) => {
    await createLabel(tx, now, 'Columbia')
    during.push((await listLabels(tx)).length, (await listLabels(database.read)).length)
    during.push((await database.snapshot(listLabels)).length)
  })
  expect(during).toEqual([1, 0, 0])
  expect(await listLabels(database.read)).toHaveLength(1)
})

test('writes run one at a time, in the order they were asked for, and never share a moment', async () => {
  await using database = await newDatabase()
  const order: number[] = []
  const moments = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      database.write(async (_tx, now) => {
        await Promise.resolve()
        order.push(at)
        return now
      }),
    ),
  )
  expect(order).toEqual(Array.from({ length: 100 }, (_, at) => at))
  expect(moments).toEqual([...new Set(moments)].sort())
})

test('a snapshot sees one moment, whatever is written meanwhile', async () => {
  await using database = await newDatabase()
  await database.write((tx, now) => createLabel(tx, now, 'one'))
  const seen = await database.snapshot(async (read) => {
    const before = await listLabels(read)
    await database.write((tx, now) => createLabel(tx, now, 'two'))
    return [before.length, (await listLabels(read)).length]
  })
  expect(seen).toEqual([1, 1])
  expect(await database.snapshot(listLabels)).toHaveLength(2)
})

test('while another program holds the file, reads go on and writes wait for their turn', async () => {
  await using database = await newDatabase()
  const other = new Sqlite(database.file)
  other.run('BEGIN IMMEDIATE')
  const order: string[] = []
  const write = database.write((tx, now) => createLabel(tx, now, 'Columbia')).then(() => order.push('written'))
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

test('each write waits five seconds and no longer, and later ones work', async () => {
  await using database = await newDatabase()
  const other = new Sqlite(database.file)
  other.run('BEGIN IMMEDIATE')
  const waited = async () => {
    const start = performance.now()
    expect(await rejection(database.write((tx, now) => createLabel(tx, now, 'no')))).toMatchObject({
      name: 'DatabaseBusy',
    })
    return performance.now() - start
  }
  const first = waited()
  await Bun.sleep(1_500)
  for (const time of await Promise.all([first, waited()])) {
    expect(time).toBeGreaterThan(4_900)
    expect(time).toBeLessThan(6_400)
  }
  other.run('ROLLBACK')
  other.close()
  await database.write((tx, now) => createLabel(tx, now, 'yes'))
  expect((await listLabels(database.read)).map(({ name }) => name)).toEqual(['yes'])
}, 20_000)
