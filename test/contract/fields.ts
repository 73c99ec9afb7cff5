import { expect } from 'bun:test'
import type { Client } from '../support/client.ts'
import { expectInvalid } from './shapes.ts'

/** Values that a field accepts, each with the value that is stored, and values that it rejects. */
export interface FieldRule {
  accepts: [sent: unknown, stored: unknown][]
  rejects: unknown[]
}

// `test/validation/fields.test.ts` has all that a kind of field accepts and rejects. Here is what tells one kind from another.
export const rules = {
  requiredText: (max: number): FieldRule => ({
    accepts: [
      ['𝄞'.repeat(max), '𝄞'.repeat(max)],
      ['\t Blue \n', 'Blue'],
    ],
    rejects: ['x'.repeat(max + 1), '   ', '\u200b', null, 5],
  }),
  nullableText: (max: number): FieldRule => ({
    accepts: [
      ['x'.repeat(max), 'x'.repeat(max)],
      [' a b ', 'a b'],
      ['  ', null],
    ],
    rejects: ['x'.repeat(max + 1), 5],
  }),
  duration: {
    accepts: [
      [0, 0],
      [2_147_483_647, 2_147_483_647],
      [null, null],
    ],
    rejects: [-1, 2_147_483_648, 1.5, '5'],
  },
  date: {
    accepts: [
      ['1959-08-17', '1959-08-17T00:00:00.000000Z'],
      ['1959-12-31T23:30:00-05:30', '1960-01-01T05:00:00.000000Z'],
      [null, null],
    ],
    rejects: ['2023-02-29', '2023-01-01T10:00:00', 19590817],
  },
  reference: { accepts: [[null, null]], rejects: [0, 1.5, 999_999, '1'] },
  references: { accepts: [], rejects: [null, 1, ['1'], [0], [999_999]] },
} satisfies Record<string, FieldRule | ((max: number) => FieldRule)>

export interface ResourceUnderTest {
  path: string
  /** A valid body for POST. */
  body: Record<string, unknown>
}

/** Checks a rule for one field of a resource, with POST and with PUT. A rejected request must change nothing. */
export const expectFieldRule = async (
  admin: Client,
  { path, body }: ResourceUnderTest,
  field: string,
  { accepts, rejects }: FieldRule,
) => {
  const { body: record } = await admin.post(path, body)
  const recordPath = `${path}/${record.id}`
  for (const [sent, stored] of accepts) {
    const created = await admin.post(path, { ...body, [field]: sent })
    expect([field, sent, created.status, created.body[field]]).toEqual([field, sent, 201, stored])
    const changed = await admin.put(recordPath, { [field]: sent })
    expect([field, sent, changed.status, changed.body[field]]).toEqual([field, sent, 200, stored])
  }
  const before = [await admin.get(path), await admin.get(recordPath)].map(({ text }) => text)
  for (const sent of rejects) {
    expectInvalid(await admin.post(path, { ...body, [field]: sent }), field)
    expectInvalid(await admin.put(recordPath, { [field]: sent }), field)
  }
  expect([await admin.get(path), await admin.get(recordPath)].map(({ text }) => text)).toEqual(before)
}

/** Ids in a path that identify no record: missing ones, texts that are no positive integer, and some that cannot be decoded. */
export const unknownIds = ['999', '0', '-1', '1.5', '9007199254740993', 'abc', '%', '%E0%A4%A']
