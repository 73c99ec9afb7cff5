import { expect, test } from 'bun:test'
import { createFairQueue } from '../src/fairQueue.ts'
import { createFairShare } from '../src/fairShare.ts'

/** A queue for one task at a time, whose tasks record their client. */
const createQueue = (maxWaiting: number) => {
  const order: string[] = []
  const queue = createFairQueue({ concurrency: 1, maxWaiting, createError: () => new Error('full') })
  const run = (client: string) =>
    queue
      .run(client, async () => {
        await Promise.resolve()
        order.push(client)
      })
      .catch((error) => String(error))
  return { order, run }
}

test('clients take turns, and the tasks of one client keep their order', async () => {
  const { order, run } = createQueue(100)
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(run))
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('when the queue is full, the client with the most tasks loses its newest one, and no client keeps another one out', async () => {
  const { order, run } = createQueue(4)
  const outcomes = await Promise.all(['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'].map(run))
  // The first task runs at once, and four wait. The sixth has no place; then b takes two places of a, and c one.
  const isRejected = outcomes.map((outcome) => outcome === 'Error: full')
  expect(isRejected.slice(0, 6)).toEqual([false, false, true, true, true, true])
  expect(isRejected.slice(6)).toEqual([false, false, true, false])
  expect(order).toEqual(['a', 'a', 'b', 'c', 'b'])
})

test('after a task has failed, the next one runs', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 1, createError: () => new Error('full') })
  const failing = queue.run('a', () => Promise.reject(new Error('failed')))
  const next = queue.run('b', async () => 'done')
  expect(await Promise.allSettled([failing, next])).toMatchObject([{ status: 'rejected' }, { value: 'done' }])
})

test('a share has its maximum, gives back what is released, and counts preferred holdings apart', () => {
  const share = createFairShare({ total: 100, perClient: 25 })
  const revoke = () => {
    throw new Error('There was room for all.')
  }
  const first = share.take({ client: 'a', amount: 20, revoke })
  expect(share.take({ client: 'a', amount: 6, revoke })).toBeUndefined()
  expect(share.take({ client: 'a', amount: 25, isPreferred: true, revoke })).toBeDefined()
  first?.release()
  first?.release()
  expect(share.used).toBe(25)
  expect(share.take({ client: 'a', amount: 25, revoke })).toBeDefined()
})

test('when a resource is used up, the largest share loses its newest holding to a smaller one, and none to a larger one', () => {
  const share = createFairShare({ total: 100, perClient: 100 })
  const revoked: string[] = []
  const take = (client: string, amount: number, isPreferred = false) =>
    share.take({ client, amount, isPreferred, revoke: () => void revoked.push(`${client} ${amount}`) }) !== undefined
  expect([take('a', 40), take('a', 20), take('b', 40)]).toEqual([true, true, true])
  expect([take('b', 30), take('a', 10), take('c', 60)]).toEqual([false, false, false])
  expect([take('c', 20), revoked]).toEqual([true, ['a 20']])
  // A preferred client takes what it needs from the others, and loses nothing to them.
  expect([take('admin', 90, true), revoked.length, share.used]).toEqual([true, 4, 90])
  expect(take('d', 20)).toBe(false)
})
