import { expect, test } from 'bun:test'
import { formatBytes } from '../../src/base/words.ts'

test('a size is in the unit of which there is at least one', () => {
  const sizes = {
    '0 bytes': 0,
    '1 byte': 1,
    '999 bytes': 999,
    '401 kB': 401_408,
    '75.5 MB': 75_501_800,
    '74.6 GB': 74_600_000_000,
    '2 TB': 2_000_000_000_000,
    '5,000 TB': 5_000_000_000_000_000,
  }
  expect(Object.values(sizes).map((bytes) => formatBytes(bytes))).toEqual(Object.keys(sizes))
})
