import { expect } from 'bun:test'
import type { Client } from '../support/client.ts'
import { expectInvalid } from './shapes.ts'

/** Values that a field accepts, each with the value that is stored, and values that it rejects. */
export interface FieldRule {
  accepts: [sent: unknown, stored: unknown][]
  rejects: unknown[]
}

/** Values that are stored as they are sent. */
const unchanged = (...values: unknown[]): FieldRule['accepts'] => values.map((value) => [value, value])
const notText = [5, 0, true, false, ['text'], {}]

export const rules = {
  requiredText: (max: number): FieldRule => ({
    accepts: [
      ...unchanged('x', 'é'.repeat(max), '𝄞'.repeat(max)),
      ['\t Blue \n', 'Blue'],
      [` ${'x'.repeat(max)} `, 'x'.repeat(max)],
    ],
    rejects: ['x'.repeat(max + 1), '𝄞'.repeat(max + 1), '', '   ', null, ...notText],
  }),
  nullableText: (max: number): FieldRule => ({
    accepts: [...unchanged('x', 'x'.repeat(max), '𝄞'.repeat(max), null), [' a b ', 'a b'], ['', null], ['  ', null]],
    rejects: ['x'.repeat(max + 1), '𝄞'.repeat(max + 1), ...notText],
  }),
  duration: {
    accepts: unchanged(0, 1, 2_147_483_647, null),
    rejects: [-1, 2_147_483_648, 1.5, '5', '', true, [5], {}, 1e300],
  },
  date: {
    accepts: [
      ['1959-08-17', '1959-08-17T00:00:00.000000Z'],
      ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
      ['9999-12-31', '9999-12-31T00:00:00.000000Z'],
      ['1959-08-17T10:30:00Z', '1959-08-17T10:30:00.000000Z'],
      ['1959-08-17T10:20:30.123456Z', '1959-08-17T10:20:30.123456Z'],
      ['1959-12-31T23:30:00-05:30', '1960-01-01T05:00:00.000000Z'],
      [null, null],
    ],
    rejects: [
      ...['2023-02-29', '2023-04-31', '1959-13-01', '2023-01-00', '1959-8-17', '17.08.1959', '20230101', '2023'],
      ...['yesterday', '2023-01-01 and more', '+02023-01-01', '2023-01-01T10:00:00', '2023-01-01T10:00Z'],
      ...['2023-01-01T10:00:00+1', '2023-01-01T10:00:00+24:00', '2023-02-30T10:00:00Z', 19590817, true, [], {}],
    ],
  },
  reference: {
    accepts: unchanged(null),
    rejects: [0, -1, 1.5, 999_999, 1e300, '1', '', true, [1], {}],
  },
  references: {
    accepts: [],
    rejects: [null, 1, '1', {}, true, ['1'], [1.5], [null], [[1]], [0], [-1], [999_999], [1e300]],
  },
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
export const unknownIds = [
  ...['999', '0', '-1', '1.5', '1e0', '+1', '0x1', '9007199254740992', '9007199254740993', '9'.repeat(400)],
  ...['abc', 'true', 'null', '1,2', '%', '%zz', '%E0%A4%A', '%FF', '1%'],
]
