import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Email, NewPassword } from '../../src/validation/account.ts'
import { toInstant } from '../../src/validation/day.ts'
import { NullableDuration } from '../../src/validation/duration.ts'
import { NullableText, Text } from '../../src/validation/text.ts'

test.each([
  ['1959-08-17', '1959-08-17T00:00:00.000000Z'],
  ['2000-02-29', '2000-02-29T00:00:00.000000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
  ['1959-08-17T23:30:00-02:00', '1959-08-18T01:30:00.000000Z'],
  ['1959-08-17t01:30:00.5z', '1959-08-17T01:30:00.500000Z'],
  ['1959-08-17T00:00:00.123456789+00:00', '1959-08-17T00:00:00.123456Z'],
])('the day %s is the instant %s', (sent, kept) => {
  expect(toInstant(sent)).toBe(kept)
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
])('%p is no day', (sent) => {
  expect(toInstant(sent)).toBeUndefined()
})

test('any day that JavaScript can write comes back as the same instant', () => {
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
])('a required text of 5 characters: %j', (value, problem) => {
  expect(Text(5).validate(value)).toBe(problem)
})

test('a nullable text is null when there is nothing in it', () => {
  expect(NullableText(5).normalize('   ')).toBeNull()
  expect(NullableText(5).normalize(null)).toBeNull()
  expect(NullableText(5).normalize(' a ')).toBe('a')
})

test.each(['a@b', 'a.b+c@example.com', 'A@EXAMPLE.COM'])('%s is an e-mail address', (address) => {
  expect(Email().validate(address)).toBeUndefined()
})

test.each(['a', 'a@', '@b', 'a@b@c', 'a b@c.d', 'a@b..c', 'a@-b.c', 'é@b.c', `${'a'.repeat(250)}@b.com`])(
  '%s is no e-mail address',
  (address) => {
    expect(Email().validate(address)).toBeString()
  },
)

test('a password is 8 to 1,024 characters, and kept as it is', () => {
  expect(NewPassword().validate('1234567')).toBeString()
  expect(NewPassword().validate('        ')).toBeUndefined()
  expect(NewPassword().validate('😀'.repeat(1024))).toBeUndefined()
  expect(NewPassword().validate('😀'.repeat(1025))).toBeString()
  expect(NewPassword().normalize('  secret  ')).toBe('  secret  ')
})

test.each([
  [0, undefined],
  [2_147_483_647, undefined],
  [null, undefined],
  [-1, 'refused'],
  [2_147_483_648, 'refused'],
  [1.5, 'refused'],
  ['5', 'refused'],
  [true, 'refused'],
])('a duration of %j', (value, problem) => {
  expect(NullableDuration().validate(value) === undefined).toBe(problem === undefined)
})
