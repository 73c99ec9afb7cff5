import { expect, test } from 'bun:test'
import { restAfterWork } from '../../src/resting.ts'

/** Lets the work go on as told, a number of requests for each time that it is looked at, and counts how often it rested. */
const restsIn = async (requests: number[]): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let [looks, rests] = [0, 0]
  const asked = () => {
    const now = requests[looks++]
    if (now === undefined) resolve()
    return now ?? Number.NaN
  }
  const end = restAfterWork(asked, () => rests++, 1)
  await promise
  end()
  return rests
}

test('after many requests, and once there are no more, what they left behind is cleared away, once', async () => {
  expect(await restsIn([500, 2_000, 2_000, 2_000, 2_000])).toBe(1)
})

test('it is not cleared away while there are more', async () => {
  expect(await restsIn([500, 2_000, 3_000, 4_000, 5_000])).toBe(0)
})

test('a few requests leave nothing behind that is worth it', async () => {
  expect(await restsIn([500, 500, 500, 900, 900])).toBe(0)
})

test('each busy time is cleared up after', async () => {
  expect(await restsIn([2_000, 2_000, 2_100, 2_100, 5_000, 5_000, 5_000])).toBe(2)
})
