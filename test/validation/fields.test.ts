import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Email, NewPassword, SentPassword } from '../../src/validation/credentials.ts'
import { toInstant } from '../../src/validation/day.ts'
import { NullableDuration } from '../../src/validation/duration.ts'
import { lengthOf } from '../../src/validation/rules.ts'
import { AnyText, NullableText, Text } from '../../src/validation/text.ts'

test.each([
  ['1959-08-17', '1959-08-17T00:00:00.000000Z'],
  ['2000-02-29', '2000-02-29T00:00:00.000000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
  ['1959-08-17T23:30:00-02:00', '1959-08-18T01:30:00.000000Z'],
  ['1959-08-17t01:30:00.5z', '1959-08-17T01:30:00.500000Z'],
  ['1959-08-17T00:00:00.123456789+00:00', '1959-08-17T00:00:00.123456Z'],
])('toInstant converts %s to %s', (text, instant) => {
  expect(toInstant(text)).toBe(instant)
})

test.each([
  '1959-02-29',
  '1900-02-29',
  '1959-13-01',
  '1959-00-10',
  '1959-8-17',
  '59-08-17',
  '1959-08-17T00:00:00',
  '1959-08-17T24:00:00Z',
  '1959-08-17T00:60:00Z',
  '1959-08-17 00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '17.08.1959',
  'yesterday',
  '',
])('toInstant returns undefined for %p', (text) => {
  expect(toInstant(text)).toBeUndefined()
})

test('toInstant returns the same instant for any date that JavaScript formats', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      (date) => {
        expect(toInstant(date.toISOString())).toBe(date.toISOString().replace('Z', '000Z'))
      },
    ),
  )
})

test.each([
  ['a', undefined],
  ['  a  ', undefined],
  ['👩‍🚀', undefined],
  ['😀😀😀😀😀', undefined],
  ['😀😀😀😀😀😀', 'must not be longer than 5 characters.'],
  ['', 'is required.'],
  [' \t\n', 'is required.'],
  [null, 'is required.'],
  [undefined, 'is required.'],
  [5, 'must be text.'],
  [['a'], 'must be text.'],
  ['a\u0000', 'has characters that are not allowed.'],
  ['a\rb', 'has characters that are not allowed.'],
  ['a\u0085b', 'has characters that are not allowed.'],
  ['a\ud800', 'has characters that are not allowed.'],
  ['a\tb\nc', undefined],
])('the problem of %j as a required text of up to 5 characters', (value, problem) => {
  expect(Text(5).validate(value)).toBe(problem)
})

test('a nullable text of nothing but spaces is null', () => {
  expect(NullableText(5).normalize('   ')).toBeNull()
  expect(NullableText(5).normalize(null)).toBeNull()
  expect(NullableText(5).normalize(' a ')).toBe('a')
})

test.each(['a@b', 'a.b+c@example.com', 'A@EXAMPLE.COM'])('the e-mail address %s is valid', (address) => {
  expect(Email().validate(address)).toBeUndefined()
})

test.each(['a', 'a@', '@b', 'a@b@c', 'a b@c.d', 'a@b..c', 'a@-b.c', 'é@b.c', `${'a'.repeat(250)}@b.com`])(
  'the e-mail address %s is invalid',
  (address) => {
    expect(Email().validate(address)).toBeString()
  },
)

test('a password has 8 to 1,024 characters and is not trimmed', () => {
  expect(NewPassword().validate('1234567')).toBeString()
  expect(NewPassword().validate('        ')).toBeUndefined()
  expect(NewPassword().validate('😀'.repeat(1024))).toBeUndefined()
  expect(NewPassword().validate('😀'.repeat(1025))).toBeString()
  expect(NewPassword().normalize('  secret  ')).toBe('  secret  ')
})

test.each([
  [0, true],
  [2_147_483_647, true],
  [null, true],
  [-1, false],
  [2_147_483_648, false],
  [1.5, false],
  ['5', false],
  [true, false],
])('a duration of %j: valid is %p', (value, valid) => {
  expect(NullableDuration().validate(value) === undefined).toBe(valid)
})

test.each([
  // Each of its characters may be four in another form of Unicode.
  ['a password', SentPassword(), 4_096],
  ['an e-mail address', AnyText(), 1_024],
])('%s of a login is cut where it is longer than any stored one', (_, schema, max) => {
  const longest = '😀'.repeat(max)
  expect(schema.normalize(longest)).toBe(longest)
  for (const character of ['x', '\u0100', '😀']) {
    const cut = schema.normalize(character.repeat(100_000))
    expect(cut.length).toBe(2 * max + 1)
    expect(lengthOf(cut)).toBeGreaterThan(max)
  }
})
