import { expect, test } from 'bun:test'
import { ClientDisconnected } from '../../src/base/errors.ts'
import { createBuilds } from '../../src/cache/builds.ts'
import { type LongWork, ownWork } from '../../src/library/longWork.ts'
import { createTaskOwner } from '../support/owner.ts'

/** Builds that end when the test says so. */
const createManualBuilds = () => {
  const builds = createBuilds<string>()
  const started: PromiseWithResolvers<string>[] = []
  const works: LongWork[] = []
  let version = 0
  const load = (work: LongWork = ownWork) =>
    builds.load(
      'list',
      work,
      () => undefined,
      (shared) => {
        works.push(shared)
        const build = Promise.withResolvers<string>()
        const begunAt = version
        started.push(build)
        return { response: build.promise, isCurrent: () => begunAt === version }
      },
    )
  return { load, started, works, write: () => version++ }
}

test('requests after a write wait for the running build, and then share one new build', async () => {
  const { load, started, write } = createManualBuilds()
  const before = load()
  write()
  const after = [load(), load()]
  expect(started).toHaveLength(1)
  started[0]?.resolve('old')
  expect(await before).toBe('old')
  expect(started).toHaveLength(2)
  started[1]?.resolve('new')
  expect(await Promise.all(after)).toEqual(['new', 'new'])
})

test('after a build that failed the next request starts a new one', async () => {
  const { load, started, write } = createManualBuilds()
  const failing = load().catch((error: Error) => error.message)
  write()
  const waiting = load()
  started[0]?.reject(new Error('failed'))
  expect(await failing).toBe('failed')
  started[1]?.resolve('new')
  expect(await waiting).toBe('new')
})

/** The work of a request whose client can go. */
const createWork = () => createTaskOwner('account 1')

test('a build that several requests share is abandoned when the last of their clients has gone', async () => {
  const { load, works } = createManualBuilds()
  const [first, second] = [createWork(), createWork()]
  void load(first)
  void load(second)
  first.isAbandoned = true
  expect(works[0]?.isAbandoned).toBe(false)
  second.isAbandoned = true
  expect(works[0]?.isAbandoned).toBe(true)
})

test('a request that comes when the clients of a build have gone gets a new build', async () => {
  const { load, started } = createManualBuilds()
  const gone = createWork()
  const abandoned = load(gone).catch((error: Error) => error.name)
  gone.isAbandoned = true
  const later = load(createWork())
  started[0]?.reject(new ClientDisconnected())
  expect(await abandoned).toBe('ClientDisconnected')
  started[1]?.resolve('new')
  expect(await later).toBe('new')
})
