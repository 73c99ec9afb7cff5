import { expect, test } from 'bun:test'
import { attemptPlaces } from '../../src/accounts/attemptQueue.ts'
import { hashPlaces } from '../../src/accounts/passwords.ts'
import { createScheduler, type SchedulerOptions } from '../../src/base/scheduler.ts'
import type { TaskOwner } from '../../src/base/taskOwner.ts'
import { downloadPlaces } from '../../src/console/api/fileStream.ts'
import { bodyPlaces } from '../../src/http/bodyMemory.ts'
import { createBatchQueue } from '../../src/library/batchQueue.ts'
import { placesOf } from '../../src/library/longWork.ts'
import { createOwner, createTaskOwner } from '../support/owner.ts'

const full = () => new Error('full')

/** Tasks that end when the test says so. */
const createTasks = (options: SchedulerOptions) => {
  const scheduler = createScheduler(options, full)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, owner: TaskOwner = createTaskOwner(name)) =>
    scheduler
      .run(owner, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      })
      .catch((error) => String(error))
  /** Lets the tasks begin that have their turn. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { begun, run, end, settle }
}

/** Runs tasks one at a time, and returns the order in which they began. */
const orderOf = async (names: readonly string[], ownerOf: (name: string) => TaskOwner, options = {}) => {
  const order: string[] = []
  const scheduler = createScheduler({ capacity: 1, maxWaiting: 100, ...options }, full)
  const outcomes = await Promise.all(
    names.map((name) =>
      scheduler.run(ownerOf(name), async () => void order.push(name)).catch((error) => String(error)),
    ),
  )
  return { order, outcomes }
}

/** `a1` is a task of account a; `A a1` of account a at the site A, and `A a1!` that of an admin. */
const parseOwner = (name: string): TaskOwner => {
  const [, site, account = '', isAdmin] = /^(?:(\w+) )?([a-z]+)\d*(!)?/.exec(name) ?? []
  return { owners: [createOwner(account, site, isAdmin !== undefined)], isAbandoned: false }
}

test.each([
  ['accounts take turns, and the tasks of one keep their order', 'a1 a2 a3 a4 b1 b2 c1', 'a1 b1 c1 a2 b2 a3 a4'],
  [
    'sites take turns, however many accounts they have',
    'A_a1 A_b1 A_c1 A_d1 B_e1 B_e2',
    'A_a1 B_e1 A_b1 B_e2 A_c1 A_d1',
  ],
  ['of a site, accounts take turns', 'A_a1 A_a2 A_a3 A_b1 A_c1', 'A_a1 A_b1 A_c1 A_a2 A_a3'],
  ['among equals an admin is next', 'A_a1 A_b1 A_c1 A_x1!', 'A_a1 A_x1! A_b1 A_c1'],
])('%s', async (_, names, order) => {
  const run = await orderOf(
    names.split(' ').map((name) => name.replace('_', ' ')),
    parseOwner,
  )
  expect(run.order.map((name) => name.replace(' ', '_')).join(' ')).toBe(order)
})

test('an account has a limited number of places also across sites, and the others stay for other accounts', async () => {
  const { begun, run, end, settle } = createTasks({ capacity: 3, perAccount: 2, maxWaiting: 10 })
  for (const name of ['a1', 'a2', 'a3'])
    void run(name, { owners: [createOwner('a', `site ${name}`)], isAbandoned: false })
  void run('b1')
  void run('c1')
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a1')
  expect(begun.at(-1)).toBe('a3')
})

test('an admin may have all places but one', async () => {
  const { begun, run, settle } = createTasks(placesOf(4))
  for (const name of ['x1', 'x2', 'x3', 'x4'])
    void run(name, { owners: [createOwner('x', 'A', true)], isAbandoned: false })
  void run('b1')
  await settle()
  expect(begun).toEqual(['x1', 'x2', 'x3', 'b1'])
})

test('a waiting place is taken from the site that has most, if that has more than one, and its newest task loses it', async () => {
  const names = ['A a1', 'A a2', 'A a3', 'A b1', 'A c1', 'B d1', 'B e1', 'C f1', 'D g1', 'A h1', 'A x1!']
  const { order, outcomes } = await orderOf(names, parseOwner, { maxWaiting: 4 })
  // a1 runs, and a2, a3, b1 and c1 wait. Then d takes the place of the account that has two, e the newest one of the rest, and f another one.
  // A and C have one each, and B two, so g has the place of e. For h no place is left, nor is there one for an admin of a site that has one.
  const outcomeOf = Object.fromEntries(names.map((name, index) => [name, outcomes[index] ?? 'done']))
  expect(names.filter((name) => outcomeOf[name] === 'done')).toEqual(['A a1', 'A a2', 'B d1', 'C f1', 'D g1'])
  expect(order).toEqual(['A a1', 'B d1', 'C f1', 'D g1', 'A a2'])
})

test('where a site has all waiting places with one task of each account, its admin has one, and a further account has none', async () => {
  const names = ['A a1', 'A b1', 'A c1', 'A d1', 'A x1!']
  const { order, outcomes } = await orderOf(names, parseOwner, { maxWaiting: 2 })
  expect(outcomes).toEqual([undefined, undefined, 'Error: full', 'Error: full', undefined])
  expect(order).toEqual(['A a1', 'A x1!', 'A b1'])
})

test('a task that waits for too long is rejected, unless it may not be', async () => {
  const { begun, run, end } = createTasks({ capacity: 1, maxWaiting: 10, timeoutMs: 20 })
  void run('first')
  const required = run('required', { ...createTaskOwner('required'), mayBeRejected: false })
  expect(await run('late')).toBe('Error: full')
  await end('first')
  expect(begun).toEqual(['first', 'required'])
  await end('required')
  expect(await required).toBe('required')
})

test('a task whose clients have gone never begins, and gives its waiting place to others', async () => {
  const { begun, run, end } = createTasks({ capacity: 1, maxWaiting: 1 })
  void run('first')
  const owner = createTaskOwner('gone')
  const gone = run('gone', owner)
  owner.isAbandoned = true
  void run('next')
  expect(await gone).toStartWith('ClientDisconnected')
  await end('first')
  expect(begun).toEqual(['first', 'next'])
})

test('a task that several owners share runs when it is the turn of one of them, also of one that came later', async () => {
  const { begun, run, end, settle } = createTasks({ capacity: 2, perAccount: 1, maxWaiting: 10 })
  const owners = [createOwner('a')]
  void run('a1', createTaskOwner('a'))
  void run('b1', createTaskOwner('b'))
  void run('a2', createTaskOwner('a'))
  const listeners: (() => void)[] = []
  void run('shared', { owners, onJoin: (listener) => listeners.push(listener), isAbandoned: false })
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  // a may not run another one, c may.
  expect(begun).toEqual(['a1', 'b1'])
  owners.push(createOwner('c'))
  for (const listener of listeners) listener()
  await settle()
  expect(begun).toEqual(['a1', 'b1', 'shared'])
})

test('a shared task whose owners have all gone is rejected when a place is free, and never begins', async () => {
  const { begun, run, end, settle } = createTasks({ capacity: 1, maxWaiting: 10 })
  void run('a1')
  const owner = { owners: [createOwner('b')], onJoin: () => {}, isAbandoned: false, mayBeRejected: false }
  const shared = run('shared', owner)
  await settle()
  Object.assign(owner, { owners: [], isAbandoned: true })
  await end('a1')
  expect(await shared).toStartWith('ClientDisconnected')
  expect(begun).toEqual(['a1'])
})

test('one who waits with many tasks has as many turns as those who come and go', async () => {
  const scheduler = createScheduler({ capacity: 1, maxWaiting: 1_000 }, full)
  const turns: string[] = []
  const run = (name: string) =>
    scheduler.run(createTaskOwner(name), async () => {
      turns.push(name)
      await Promise.resolve()
    })
  const backlog = Promise.all(Array.from({ length: 40 }, () => run('a')))
  const comeAndGo = async (name: string) => {
    while (turns.length < 60) await run(name)
  }
  await Promise.all([comeAndGo('b'), comeAndGo('c')])
  expect(turns.slice(0, 60).filter((name) => name === 'a').length).toBeWithin(18, 23)
  await backlog
})

test('what has to be held is held beyond the maximum, and others lose their parts for it', () => {
  const scheduler = createScheduler({ capacity: 100, perAccount: 30 })
  const revoked: string[] = []
  const take = (name: string, amount: number, isRequired: boolean) =>
    scheduler.take({ owner: createOwner(name), amount, revoke: () => void revoked.push(name), isRequired })
  for (const name of ['a', 'b', 'c']) expect(take(name, 30, false)).toBeDefined()
  expect(take('d', 60, false)).toBeUndefined()
  expect(take('d', 20, true)).toBeDefined()
  expect(revoked).toEqual(['c'])
  for (const name of ['e', 'f', 'g']) take(name, 40, true)
  // None of them gives way to as much, but they are held all the same.
  expect(scheduler.held).toBeGreaterThan(100)
})

test('after a task has failed the next one runs, and where nobody may wait a second one is rejected at once', async () => {
  const scheduler = createScheduler({ capacity: 1 }, full)
  const failing = scheduler.run(createTaskOwner('a'), () => Promise.reject(new Error('failed')))
  const second = scheduler.run(createTaskOwner('b'), async () => 'done')
  expect(await Promise.allSettled([failing, second])).toMatchObject([
    { reason: { message: 'failed' } },
    { reason: { message: 'full' } },
  ])
  expect(await scheduler.run(createTaskOwner('c'), async () => 'done')).toBe('done')
})

test('a part has its maximum, and is given back once', () => {
  const scheduler = createScheduler({ capacity: 100, perAccount: 25 })
  const revoke = () => {
    throw new Error('There was room for all.')
  }
  const first = scheduler.take({ owner: createOwner('a'), amount: 20, revoke })
  expect(scheduler.take({ owner: createOwner('a'), amount: 6, revoke })).toBeUndefined()
  first?.release()
  first?.release()
  expect(scheduler.held).toBe(0)
  expect(scheduler.take({ owner: createOwner('a'), amount: 25, revoke })).toBeDefined()
})

test('when all is in use, who has most loses the newest part to one that has less, and nobody to one that has more', () => {
  const scheduler = createScheduler({ capacity: 100 })
  const revoked: string[] = []
  const take = (name: string, amount: number) => {
    const [owner = createOwner('')] = parseOwner(name).owners
    return scheduler.take({ owner, amount, revoke: () => void revoked.push(`${name} ${amount}`) }) !== undefined
  }
  expect([take('a', 40), take('a', 20), take('b', 40)]).toEqual([true, true, true])
  expect([take('b', 30), take('a', 10), take('c', 60)]).toEqual([false, false, false])
  expect([take('c', 20), revoked]).toEqual([true, ['a 20']])
  // An admin takes what is needed from the others, and loses nothing to them.
  expect([take('x!', 90), revoked.length, scheduler.held]).toEqual([true, 4, 90])
  expect(take('d', 20)).toBe(false)
})

test('of the site that has most, the account that has most loses its newest part', () => {
  const scheduler = createScheduler({ capacity: 6 })
  const revoked: string[] = []
  const take = (name: string) => {
    const [owner = createOwner('')] = parseOwner(name).owners
    return scheduler.take({ owner, amount: 1, revoke: () => void revoked.push(name) }) !== undefined
  }
  for (const name of ['B z1', 'B z2', 'A a1', 'A b1', 'A b2', 'A c1']) expect(take(name)).toBe(true)
  expect([take('C y1'), take('A d1'), revoked]).toEqual([true, false, ['A b2']])
})

/** Accounts that one visitor has made: each has more than it may run. */
const floodOf = (count: number) =>
  Array.from({ length: 2 * count }, (_, n) => [`flood ${n}`, createOwner(`flood ${n % count}`, 'A')] as const)

const newcomers = [
  ['another site', createOwner('other', 'B')],
  ['an admin of the same site', createOwner('admin', 'A', true)],
] as const

test.each([
  ['long work of a file', placesOf(4)],
  ['long work in memory', placesOf(1)],
  ['password hashes', hashPlaces],
  ['downloads', downloadPlaces],
])('200 accounts of one site that flood %s do not keep another site, or an admin, waiting', async (_, options) => {
  for (const [, owner] of newcomers) {
    const { begun, run, end, settle } = createTasks(options)
    for (const [name, one] of floodOf(200)) void run(name, { owners: [one], isAbandoned: false })
    await settle()
    expect(begun).toHaveLength(options.capacity)
    void run('newcomer', { owners: [owner], isAbandoned: false })
    for (const name of [...begun]) if (!begun.includes('newcomer')) await end(name)
    // It is the first one that begins after those that ran already.
    expect(begun.slice(options.capacity)).toEqual(['newcomer'])
  }
})

test.each([
  ['the memory for bodies', bodyPlaces({ maxBytes: 1_000, maxBodyBytes: 100 }), 5],
  ['the places of logins that wait', attemptPlaces, 1],
])('200 accounts of one site that flood %s do not keep another site waiting', (_, options, amount) => {
  const scheduler = createScheduler(options)
  const flood = Array.from({ length: 2_000 }, (_, n) => createOwner(`flood ${n % 200}`, 'A'))
  for (const owner of flood) scheduler.take({ owner, amount, revoke: () => {} })
  expect(scheduler.held).toBe(options.capacity)
  expect(scheduler.take({ owner: createOwner('other', 'B'), amount, revoke: () => {} })).toBeDefined()
  expect(scheduler.held).toBe(options.capacity)
})

test('an admin has memory for a body while 200 accounts of the same site flood it', () => {
  const scheduler = createScheduler(bodyPlaces({ maxBytes: 1_000, maxBodyBytes: 100 }))
  for (const [, owner] of floodOf(200)) scheduler.take({ owner, amount: 5, revoke: () => {} })
  expect(scheduler.take({ owner: createOwner('admin', 'A', true), amount: 100, revoke: () => {} })).toBeDefined()
})

test('the writes of 200 accounts of one site take turns with those of another site, and of an admin', async () => {
  for (const [, owner] of newcomers) {
    const order: string[] = []
    const sizes: number[] = []
    let isFull = true
    const queue = createBatchQueue({
      runBatch: async (takeNext) => {
        let size = 0
        for (let write = takeNext(); write; write = takeNext()) {
          write.resolve(await write.run({} as never)) // these writes use no transaction
          size++
          if (!isFull) continue
          isFull = false
          void queue.write(async () => void order.push('newcomer'), undefined, { owners: [owner], isAbandoned: false })
        }
        sizes.push(size)
      },
    })
    for (const [name, one] of floodOf(200))
      void queue.write(async () => void order.push(name), undefined, { owners: [one], isAbandoned: false })
    await queue.idle()
    // The first one was running when it came.
    expect(order.indexOf('newcomer')).toBe(1)
    expect(sizes).toEqual([256, 145])
  }
})
