import { expect, setSystemTime, test } from 'bun:test'
import { now } from '../../src/database/clock.ts'

test('moments have microseconds, and each is later than the one before', () => {
  const moments = Array.from({ length: 10_000 }, now)
  for (const moment of moments) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(moments).toEqual([...new Set(moments)].sort())
})

test('a moment is now, to within a second', () => {
  expect(Math.abs(Date.parse(now()) - Date.now())).toBeLessThan(1000)
})

test('a clock that is set back does not turn the order around', () => {
  const before = now()
  setSystemTime(new Date(Date.now() - 3_600_000))
  expect(now() > before).toBe(true)
  setSystemTime()
})

test('microseconds stay fine after the clock was set forward', () => {
  setSystemTime(new Date(Date.now() + 5_000))
  const moments = Array.from({ length: 100 }, now)
  setSystemTime()
  expect(moments.filter((moment) => !moment.endsWith('000Z')).length).toBeGreaterThan(50)
})
