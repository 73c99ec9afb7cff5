import { expect } from 'bun:test'
import type { Client } from '../support/client.ts'
import { expectInvalid } from './shapes.ts'

/** Values that a field takes, each with what is kept of it, and values that it refuses. */
export interface Rule {
  takes: [sent: unknown, kept: unknown][]
  refuses: unknown[]
}

const same = (...values: unknown[]): Rule['takes'] => values.map((value) => [value, value])
const noText = [5, 0, true, false, ['text'], {}]

export const rules = {
  requiredText: (max: number): Rule => ({
    takes: [...same('x', 'x'.repeat(max), 'é'.repeat(max), '𝄞'.repeat(max)), ['  Blue \n', 'Blue']],
    refuses: ['x'.repeat(max + 1), '𝄞'.repeat(max + 1), '', '   ', null, ...noText],
  }),
  nullableText: (max: number): Rule => ({
    takes: [...same('x', 'x'.repeat(max), '𝄞'.repeat(max), null), [' a b ', 'a b'], ['', null], ['  ', null]],
    refuses: ['x'.repeat(max + 1), '𝄞'.repeat(max + 1), ...noText],
  }),
  duration: {
    takes: same(0, 1, 2_147_483_647, null),
    refuses: [-1, 2_147_483_648, 1.5, '5', '', true, [5], {}, 1e300],
  },
  date: {
    takes: [
      ['1959-08-17', '1959-08-17T00:00:00.000000Z'],
      ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
      ['1959-08-17T10:30:00Z', '1959-08-17T10:30:00.000000Z'],
      [null, null],
    ],
    refuses: ['2023-02-29', '1959-13-01', '1959-8-17', '17.08.1959', 'yesterday', 19590817, true, [], {}],
  },
  reference: {
    takes: same(null),
    refuses: [0, -1, 1.5, 999_999, 1e300, '1', '', true, [1], {}],
  },
  references: {
    takes: [],
    refuses: [null, 1, '1', {}, true, ['1'], [1.5], [null], [[1]], [0], [-1], [999_999], [1e300]],
  },
} satisfies Record<string, Rule | ((max: number) => Rule)>

interface Noun {
  path: string
  /** A body that is right. */
  body: Record<string, unknown>
}

/** Tries a rule on one field of a noun, by POST and by PUT; what is refused changes nothing. */
export const expectFieldRule = async (admin: Client, { path, body }: Noun, field: string, { takes, refuses }: Rule) => {
  const { body: record } = await admin.post(path, body)
  const own = `${path}/${record.id}`
  for (const [sent, kept] of takes) {
    const created = await admin.post(path, { ...body, [field]: sent })
    expect([field, sent, created.status, created.body[field]]).toEqual([field, sent, 201, kept])
    const changed = await admin.put(own, { [field]: sent })
    expect([field, sent, changed.status, changed.body[field]]).toEqual([field, sent, 200, kept])
  }
  const before = [await admin.get(path), await admin.get(own)].map(({ text }) => text)
  for (const sent of refuses) {
    expectInvalid(await admin.post(path, { ...body, [field]: sent }), field)
    expectInvalid(await admin.put(own, { [field]: sent }), field)
  }
  expect([await admin.get(path), await admin.get(own)].map(({ text }) => text)).toEqual(before)
}

/** A noun whose every record is asked for under an id that does not exist. */
export const unknownIds = ['999', '0', '-1', '1.5', 'abc', '9007199254740993', '99999999999999999999']
