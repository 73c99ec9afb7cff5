import { expect, test } from 'bun:test'
import { parseLength, writeLength } from '../../web/components/edit/length.ts'

test('a length is read as minutes and seconds, with hours, or in seconds', () => {
  const lengths = { '4:05': 245, '75:00': 4500, '1:02:03': 3723, '0:59': 59, '90': 90, ' 4:05 ': 245, '0': 0, '': null }
  expect(Object.keys(lengths).map(parseLength)).toEqual(Object.values(lengths))
})

test('a text that is no length is none', () => {
  for (const text of ['4:75', '4:5', '1:75:00', '-3', '4:', ':30', 'four', '1.5', '2147483648', '1:2:03']) {
    expect([text, parseLength(text)]).toEqual([text, undefined])
  }
})

test('a length that is written is read as the same length', () => {
  for (const seconds of [null, 0, 59, 60, 3599, 3600, 3723, 2_147_483_647]) {
    expect(parseLength(writeLength(seconds))).toBe(seconds)
  }
})
