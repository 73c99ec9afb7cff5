import { expect, test } from 'bun:test'
import { createChangeTracker } from '../../src/cache/changeTracker.ts'

const ignoreOverflow = () => {}

test('a response is fresh until one of its dependencies changes, however often it is checked', () => {
  const tracker = createChangeTracker(ignoreOverflow)
  const response = { version: tracker.version, dependencies: [1, 2] }
  for (const key of [7, 8, 9]) {
    tracker.record([key])
    expect(tracker.isFresh(response)).toBe(true)
  }
  tracker.record([9, 2])
  expect(tracker.isFresh(response)).toBe(false)
  expect(tracker.isFresh({ version: tracker.version, dependencies: [1, 2] })).toBe(true)
})

test('a response that was read before the tracker was cleared is stale', () => {
  const tracker = createChangeTracker(ignoreOverflow)
  const response = { version: tracker.version, dependencies: [] }
  tracker.clear()
  expect(tracker.isFresh(response)).toBe(false)
  expect(tracker.isFresh({ version: tracker.version, dependencies: [] })).toBe(true)
})

test('a response with very many dependencies is stale after any change', () => {
  const tracker = createChangeTracker(ignoreOverflow)
  const response = { version: tracker.version, dependencies: Array.from({ length: 3_000 }, (_, index) => index) }
  expect(tracker.isFresh(response)).toBe(true)
  tracker.record([1_000_000])
  expect(tracker.isFresh(response)).toBe(false)
})

test('the tracker overflows when more entities have changed than it keeps', () => {
  let overflows = 0
  const tracker = createChangeTracker(() => {
    overflows++
    tracker.clear()
  })
  for (let key = 0; key < 250_000; key++) tracker.record([key])
  expect(overflows).toBe(2)
})
