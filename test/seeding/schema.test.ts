import { expect, test } from 'bun:test'
import { join } from 'node:path'
import Ajv from 'ajv'
import fc from 'fast-check'
import { accountsSchema } from '../../src/seeding/accounts/format.ts'
import { catalogueSchema } from '../../src/seeding/format.ts'
import { ProblemList } from '../../src/seeding/problems.ts'
import { readCatalogue } from '../../src/seeding/read.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { FileText } from '../../src/seeding/text.ts'
import { keyedCatalogue, malformedCatalogue } from '../support/arbitraries.ts'

const acceptedByAjv = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(catalogueSchema()))

const acceptedByUs = async (value: unknown) => {
  const problems = new ProblemList()
  try {
    await readCatalogue(new FileText(JSON.stringify(value)), problems)
    return problems.count === 0
  } catch {
    return false
  }
}

test.each([
  ['catalogue', catalogueSchema],
  ['accounts', accountsSchema],
])('seed/%s.schema.json equals the schema that the program prints', async (name, schema) => {
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
    { numRuns: 200 },
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
    { numRuns: 3_000 },
  )
  expect(rejected).toBeGreaterThan(1_000)
})

test.each([
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
])('a standard validator and the program agree on %j: %p', async (value, valid) => {
  expect([acceptedByAjv(value), await acceptedByUs(value)]).toEqual([valid, valid])
})
