import { expect, test } from 'bun:test'
import { join } from 'node:path'
import Ajv from 'ajv'
import fc from 'fast-check'
import { catalogueSchema } from '../../src/seeding/jsonSchema.ts'
import { readCatalogue } from '../../src/seeding/read.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { keyedCatalogues, malformedCatalogues } from '../support/arbitraries.ts'

const standard = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(catalogueSchema()))

const ours = (value: unknown) => {
  try {
    return readCatalogue(JSON.stringify(value)).problems.count === 0
  } catch {
    return false
  }
}

test('seed/catalogue.schema.json is what the program prints', async () => {
  const file = Bun.file(join(import.meta.dir, '../../seed/catalogue.schema.json'))
  expect(await file.text()).toBe(catalogueSchema())
})

test('the sample catalogue is right by the schema', () => {
  expect(standard(JSON.parse(sampleCatalogue()))).toBe(true)
})

test('a standard validator and our own accept the same catalogues', () => {
  fc.assert(
    fc.property(keyedCatalogues, (catalogue) => {
      expect([standard(catalogue), ours(catalogue)]).toEqual([true, true])
    }),
    { numRuns: 200 },
  )
})

test('a standard validator and our own refuse the same files', () => {
  let refused = 0
  fc.assert(
    fc.property(malformedCatalogues, (value) => {
      const accepted = ours(value)
      if (!accepted) refused++
      // What JSON can't say, such as a lone surrogate in a text, reaches both in the same way.
      expect(standard(JSON.parse(JSON.stringify(value)))).toBe(accepted)
    }),
    { numRuns: 3_000 },
  )
  expect(refused).toBeGreaterThan(1_000)
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
])('%j: both say %p', (value, right) => {
  expect([standard(value), ours(value)]).toEqual([right, right])
})
