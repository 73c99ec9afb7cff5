import { expect, test } from 'bun:test'
import type { Value } from '../../../src/catalogue/resources.ts'
import {
  formatAgreement,
  formatHashes,
  hashRecord,
  isAgreement,
  parseHashes,
} from '../../../src/seeding/lastSeed/recordHashes.ts'

// LastSeed stay in libraries: each version has to write what the versions before it have written.

const artist = { name: 'Nico', label: 3, duration: 1 }
const track = { key: 'k', title: 'So What', file_path: 'a/b.flac', artists: [1, 2], genres: [], album: null }

test('a base has the hashes of each member in the order of its columns', () => {
  expect(formatAgreement('artists', artist)).toBe('.UBs_5_NmB..zgp-MStTds')
  expect(formatAgreement('tracks', { ...track, duration_seconds: 562 })).toBe(
    'kwFUq_yRFMSbJSAAAAAc72ECTlqbxI4fFcxRmSAAAAA',
  )
})

test('a base is read as it was written', () => {
  const base = hashRecord('artists', { ...artist, cover_path: 'a', release_date: null })
  base.file[1] = base.library[1] as number
  base.file[2] = 5
  expect(parseHashes('artists', formatHashes('artists', base))).toEqual(base)
  // One of an earlier version, before the last member was there.
  const text = formatAgreement('artists', { name: 'Nico' })
  expect(parseHashes('artists', text.replace(/\.+$/, ''))).toEqual(parseHashes('artists', text))
})

test('an agreement is found without the text', () => {
  const text = formatAgreement('tracks', track)
  expect(isAgreement('tracks', track, text)).toBe(true)
  const changes: Record<string, Value>[] = [
    { title: 'So' },
    { artists: [1] },
    { artists: [2 ** 32 + 1, 2] },
    { album: 0 },
    { key: 'l' },
    { duration_seconds: 1 },
  ]
  for (const change of changes)
    expect([change, isAgreement('tracks', { ...track, ...change }, text)]).toEqual([change, false])
})
