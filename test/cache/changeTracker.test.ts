import { expect, test } from 'bun:test'
import { ledger } from '../../src/cache/changeTracker.ts'
import { isShown, keyOf, nestedIn, shownBy } from '../../src/cache/dependencies.ts'

test('an answer is good until something that it shows changes, however often it is looked at', () => {
  const changed = ledger(() => {})
  const answer = { moment: changed.now, shows: [1, 2] }
  for (const key of [7, 8, 9]) {
    changed.note([key])
    expect(changed.isGood(answer)).toBe(true)
  }
  changed.note([9, 2])
  expect(changed.isGood(answer)).toBe(false)
  expect(changed.isGood({ moment: changed.now, shows: [1, 2] })).toBe(true)
})

test('what was read before everything was forgotten is not good, also when it is remembered only after that', () => {
  const changed = ledger(() => {})
  const answer = { moment: changed.now, shows: [] }
  changed.clear()
  expect(changed.isGood(answer)).toBe(false)
  expect(changed.isGood({ moment: changed.now, shows: [] })).toBe(true)
})

test('an answer that shows very much is good until anything changes', () => {
  const changed = ledger(() => {})
  const answer = { moment: changed.now, shows: Array.from({ length: 3_000 }, (_, at) => at) }
  expect(changed.isGood(answer)).toBe(true)
  changed.note([1_000_000])
  expect(changed.isGood(answer)).toBe(false)
})

test('when too much has changed to be kept in mind, everything is given up', () => {
  let givenUp = 0
  const changed = ledger(() => {
    givenUp++
    changed.clear()
  })
  for (let key = 0; key < 250_000; key++) changed.note([key])
  expect(givenUp).toBe(2)
})

const track = {
  id: 5,
  album: { id: 6, label: { id: 7 } },
  artists: [{ id: 8 }, { id: 9 }],
  genres: [{ id: 10 }],
}

const keys = (pairs: Parameters<typeof keyOf>[]) => pairs.map(([kind, id]) => keyOf(kind, id)).sort()

test('a record shows itself, what nests in it at any depth, and which tracks are its', () => {
  const nested: Parameters<typeof keyOf>[] = [
    ['albums', 6],
    ['labels', 7],
    ['artists', 8],
    ['artists', 9],
    ['genres', 10],
  ]
  expect(shownBy('tracks', track).sort()).toEqual(keys([['tracks', 5], ...nested]))
  expect(nestedIn([track, track]).sort()).toEqual(keys(nested))
  expect(shownBy('artists', { id: 1, label: null, tracks: [{ id: 2, album: null, genres: [] }] }).sort()).toEqual(
    keys([
      ['artists', 1],
      ['tracks_of_artists', 1],
      ['tracks', 2],
    ]),
  )
  expect([isShown('tracks'), isShown('users')]).toEqual([true, false])
})
