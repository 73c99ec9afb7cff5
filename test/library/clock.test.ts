import { expect, setSystemTime, test } from 'bun:test'
import { now } from '../../src/library/clock.ts'

test('now returns microseconds, and each result is later than the one before', () => {
  const instants = Array.from({ length: 10_000 }, now)
  for (const instant of instants) expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(instants).toEqual([...new Set(instants)].sort())
})

test('instants keep their order when the clock is set back', () => {
  const before = now()
  setSystemTime(new Date(Date.now() - 3_600_000))
  expect(now() > before).toBe(true)
  setSystemTime()
})

test('instants keep their microseconds after the clock is set forward', () => {
  setSystemTime(new Date(Date.now() + 5_000))
  const instants = Array.from({ length: 100 }, now)
  setSystemTime()
  expect(instants.filter((instant) => !instant.endsWith('000Z')).length).toBeGreaterThan(50)
})
