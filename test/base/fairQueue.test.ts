import { expect, test } from 'bun:test'
import { createFairQueue, type TaskOwner } from '../../src/base/fairQueue.ts'
import { createFairShare } from '../../src/base/fairShare.ts'

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

/** Tasks that end when the test says so. */
const createOpenTasks = (options: Partial<Parameters<typeof createFairQueue>[0]> = {}) => {
  const queue = createFairQueue({ concurrency: 3, maxWaiting: 10, createError: () => new Error('full'), ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, owner: TaskOwner = { clients: [name], isAbandoned: false }) =>
    queue
      .run(owner, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      })
      .catch((error) => String(error))
  return { begun, run, end: (name: string) => ends.get(name)?.() }
}

test('a client has a limited number of places, and the others stay for other clients', async () => {
  const { begun, run, end } = createOpenTasks({ perClient: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name, { clients: ['a'], isAbandoned: false })
  void run('b1', { clients: ['b'], isAbandoned: false })
  void run('c1', { clients: ['c'], isAbandoned: false })
  await Bun.sleep(0)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  await Bun.sleep(0)
  // a has two running ones still.
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  end('a1')
  await Bun.sleep(0)
  expect(begun.at(-1)).toBe('a3')
})

test('a task that waits for too long is rejected, unless it may not be', async () => {
  const { begun, run, end } = createOpenTasks({ concurrency: 1, timeoutMs: 20 })
  void run('first')
  const required = run('required', { clients: ['required'], isAbandoned: false, mayBeRejected: false })
  expect(await run('late')).toBe('Error: full')
  end('first')
  await Bun.sleep(0)
  expect(begun).toEqual(['first', 'required'])
  end('required')
  expect(await required).toBe('required')
})

test('a task whose clients have gone never begins', async () => {
  const { begun, run, end } = createOpenTasks({ concurrency: 1 })
  void run('first')
  const owner = { clients: ['gone'], isAbandoned: false }
  const gone = run('gone', owner)
  void run('next')
  owner.isAbandoned = true
  end('first')
  expect(await gone).toStartWith('ClientDisconnected')
  expect(begun).toEqual(['first', 'next'])
})

test('a task that several clients share runs when it is the turn of one of them, also of one that came later', async () => {
  const { begun, run, end } = createOpenTasks({ concurrency: 2, perClient: 1 })
  const clients = ['a']
  void run('a1', { clients: ['a'], isAbandoned: false })
  void run('b1', { clients: ['b'], isAbandoned: false })
  void run('a2', { clients: ['a'], isAbandoned: false })
  void run('shared', { clients, isAbandoned: false })
  clients.push('c')
  end('b1')
  await Bun.sleep(0)
  // a may not run another one, c may.
  expect(begun).toEqual(['a1', 'b1', 'shared'])
})

test('a queue in which nobody waits rejects at once, and runs the next task after the first one', async () => {
  const { run, end } = createOpenTasks({ concurrency: 1, maxWaiting: 0 })
  const first = run('first')
  expect(await run('second')).toBe('Error: full')
  end('first')
  expect(await first).toBe('first')
  const third = run('third')
  end('third')
  expect(await third).toBe('third')
})
