import { expect, test } from 'bun:test'
import { readPath } from '../../web/icons/readPath.ts'

test('the lines of an icon are one path, whose parts begin at absolute places', () => {
  expect(readPath('circle-check')).toBe('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4')
  expect(readPath('heart-filled')).toStartWith('M6.979 3.074a6 6 0 ')
})

test('an icon that is missing, or that one path does not draw, is an error', () => {
  expect(() => readPath('no-such-icon')).toThrow('Tabler Icons has no icon "no-such-icon".')
  // It has lines and an area.
  expect(() => readPath('accessible')).toThrow('One path does not draw the icon "accessible"')
})
