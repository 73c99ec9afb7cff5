import { expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { NullableDay } from '../../src/validation/day.ts'
import type { FieldSchema } from '../../src/validation/field.ts'
import { VisibleText } from '../../src/validation/text.ts'
import { tries } from '../support/longForm.ts'

// The patterns of the document against the rules of the server, with values that the fuzz tests rarely generate.

/** The pattern of a field in the document, and the rule of the server. */
const rulesOf = (schema: TSchema) => {
  const { readableSchema, validate } = schema as FieldSchema
  return { pattern: new RegExp(String(readableSchema().pattern)), validate }
}

const unusual = fc.constantFrom(
  '\t',
  '\n',
  '\r',
  '\0',
  '\x7f',
  '\x85',
  '\x9f',
  '\xa0',
  '\u200b',
  '\u2028',
  '\ud800',
  '👩‍🚀',
)
const anyText = fc.string({
  unit: fc.oneof(unusual, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  maxLength: 8,
})

test('the document allows the texts that the server accepts, and beyond them only half surrogate pairs and nothing visible', () => {
  const { pattern, validate } = rulesOf(VisibleText(100))
  const property = fc.property(anyText, (sent) => {
    const text = sent.trim()
    const problem = validate(text)
    const isUnsaid = !text.isWellFormed() || problem === 'is required.'
    if (!isUnsaid) expect([text, pattern.test(text)]).toEqual([text, problem === undefined])
    if (problem === undefined) expect(pattern.test(text)).toBe(true)
  })
  fc.assert(property, { numRuns: tries(500) })
  expect(pattern.test('a\0')).toBe(false)
})

test('the document trims days as the server does', () => {
  const { pattern, validate } = rulesOf(NullableDay())
  for (let code = 0; code <= 0xffff; code++) {
    const day = `${String.fromCharCode(code)}1959-08-17`
    if ((validate(day) === undefined) !== pattern.test(day)) expect([code, day]).toEqual([code, 'the same'])
  }
  expect(pattern.test(' 1959-02-29')).toBe(false)
})
