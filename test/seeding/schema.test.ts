import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { accountsSchema } from '../../src/seeding/accounts/format.ts'
import { catalogueSchema } from '../../src/seeding/format/catalogueFile.ts'
import { ProblemList } from '../../src/seeding/read/problems.ts'
import { readCatalogue } from '../../src/seeding/read/readCatalogue.ts'
import { FileText } from '../../src/seeding/read/text.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { keyedCatalogue, malformedCatalogue } from '../support/arbitraries.ts'
import { compileFileSchema } from '../support/fileSchema.ts'
import { amount, tries } from '../support/longForm.ts'

const acceptedByAjv = compileFileSchema(catalogueSchema())

const acceptedByUs = async (value: unknown) => {
  const problems = new ProblemList()
  try {
    await readCatalogue(new FileText(JSON.stringify(value)), problems)
    return problems.count === 0
  } catch {
    return false
  }
}

const schemas: [name: string, schema: () => string][] = [
  ['catalogue', catalogueSchema],
  ['accounts', accountsSchema],
]

test.each(schemas)('seed/%s.schema.json equals the schema that the program prints', async (name, schema) => {
  const file = Bun.file(join(import.meta.dir, `../../seed/${name}.schema.json`))
  expect(await file.text()).toBe(schema())
})

test('the sample catalogue is valid by the schema', () => {
  expect(acceptedByAjv(JSON.parse(sampleCatalogue()))).toBe(true)
})

test('a standard validator and the program accept valid catalogues', () => {
  return fc.assert(
    fc.asyncProperty(keyedCatalogue, async (catalogue) => {
      expect([acceptedByAjv(catalogue), await acceptedByUs(catalogue)]).toEqual([true, true])
    }),
    { numRuns: tries(100) },
  )
})

test('a standard validator and the program reject the same files', async () => {
  let rejected = 0
  await fc.assert(
    fc.asyncProperty(malformedCatalogue, async (value) => {
      const accepted = await acceptedByUs(value)
      if (!accepted) rejected++
      // By way of JSON, as the program reads it, so that both validate the same value.
      expect(acceptedByAjv(JSON.parse(JSON.stringify(value)))).toBe(accepted)
    }),
    { numRuns: amount(500, 20_000) },
  )
  expect(rejected).toBeGreaterThan(300)
})

/** What identifies a record without a key. */
const identities = {
  labels: { name: 'a' },
  genres: { name: 'a' },
  artists: { name: 'a' },
  albums: { title: 'a' },
  tracks: { file_path: 'a' },
}

const cases: [unknown, boolean][] = [
  [{ labels: [{ name: 'x'.repeat(100) }] }, true],
  [{ labels: [{ name: `  ${'😀'.repeat(100)}\n` }] }, true],
  [{ labels: [{ name: 'x'.repeat(101) }] }, false],
  [{ albums: [{ title: 'a', release_date: '2000-02-29' }] }, true],
  [{ albums: [{ title: 'a', release_date: '1900-02-29' }] }, false],
  [{ albums: [{ title: 'a', release_date: '1959-08-17T23:59:59+23:59' }] }, true],
  [{ albums: [{ title: 'a', type: null }] }, false],
  [{ tracks: [{ title: 'a' }] }, false],
  [{ tracks: [{ title: 'a', file_path: 'b', artists: null }] }, false],
  [{ tracks: [{ title: 'a', file_path: 'b', album_id: 1 }] }, false],
  [{ songs: [] }, false],
  [JSON.parse('{"labels":[{"name":"a","__proto__":{}}]}'), false],
  [{ labels: [{ name: 'a\u0085' }, { name: '\u00a0b\u2028' }] }, false],
  [{ labels: [{ name: '\u00a0b\u2028\ufeff' }] }, true],
  [{ labels: [{ name: '\u001c' }] }, false],
  [{ labels: [{ name: 'a\ud800' }] }, false],
  [{ labels: [{ name: 'a\n' }] }, true],
  [{ albums: [{ title: 'a', release_date: '٢٠٠٠-01-01' }] }, false],
  [
    {
      labels: [
        { name: 'a', formerly: 'b' },
        { name: 'c', merge_into: 'a' },
      ],
    },
    true,
  ],
  [{ labels: [{ merge_into: 'a' }] }, false],
  [{}, true],
  ...Object.entries(identities).flatMap(([section, identity]): [unknown, boolean][] => [
    [{ [section]: [{ ...identity, ...(section === 'tracks' && { title: 'a' }), formerly: 'b' }] }, true],
    [{ [section]: [{ ...identity, merge_into: 'b' }] }, true],
    [{ [section]: [{ ...identity, delete: true }] }, true],
  ]),
]

test.each(cases)('a standard validator and the program agree on %j: %p', async (value, valid) => {
  expect([acceptedByAjv(value), await acceptedByUs(value)]).toEqual([valid, valid])
})

type Schema = Record<string, unknown>

/** All schemas of members in a schema, by the name of the member. */
const membersOf = (schema: unknown): [string, Schema][] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, if: _if, then: _then, else: _else, defaultSnippets, examples, ...rest } = schema as Schema
  const members = Object.entries(properties ?? {}) as [string, Schema][]
  return [...members, ...Object.values({ ...rest, ...(properties ?? {}) }).flatMap(membersOf)]
}

test.each(schemas)('each member of the %s schema has a description and valid examples', (_, schema) => {
  const all = membersOf(JSON.parse(schema()))
  const members = [...new Map(all.map((member) => [JSON.stringify(member), member])).values()]
  expect(members.length).toBeGreaterThan(10)
  const properties = Object.fromEntries(members.map(([, member], index) => [`${index}`, member]))
  const validate = compileFileSchema(JSON.stringify({ properties }))
  for (const [index, [name, member]] of members.entries()) {
    expect([name, member]).toEqual([
      name,
      expect.objectContaining({ description: expect.any(String), examples: expect.any(Array) }),
    ])
    for (const example of member.examples as unknown[])
      expect([name, validate({ [index]: example })]).toEqual([name, true])
  }
})

test.each(schemas)(
  'patterns of the %s schema need nothing that only JavaScript has, and each has its message',
  (_, schema) => {
    const text = schema()
    expect(text).not.toMatch(/\(\?<?[=!]|\\\\[pPsSdDwWu]/)
    const count = (name: string) => text.split(`"${name}": `).length
    expect(count('pattern')).toBe(count('patternErrorMessage'))
    expect(JSON.parse(text).$id).toStartWith('urn:music-library:')
  },
)
