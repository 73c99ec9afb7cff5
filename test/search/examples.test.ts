import { beforeAll, expect, test } from 'bun:test'
import { searchables } from '../../src/search/searchables.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { readDocument } from '../support/openApiDocument.ts'
import { search } from '../support/search.ts'
import { seedText } from '../support/seedText.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const shared = useSharedLibrary()
beforeAll(async () => void (await seedText(shared().library, sampleCatalogue())))

/** The examples of each search: each alone, as a person who reads of it sends it, and all together, as the page at /docs fills them in. */
const queries = Object.entries((await readDocument()).paths)
  .filter(([path]) => path.startsWith('/search') && path !== '/search/counts')
  .flatMap(([path, { get }]) => {
    const examples = (get?.parameters ?? []).flatMap((parameter) =>
      'name' in parameter && parameter.example !== undefined
        ? [[parameter.name, String(parameter.example)] satisfies [string, string]]
        : [],
    )
    return [...examples.map((example) => [example]), examples].map(
      (query) => `${path.slice('/search'.length)}?${new URLSearchParams(query)}`,
    )
  })

test('every search has examples', () => {
  expect(new Set(queries.map((query) => query.split('?')[0])).size).toBe(Object.keys(searchables).length + 1)
  expect(queries.filter((query) => query.endsWith('?'))).toEqual([])
})

test.each([...new Set(queries)])('/search%s finds something in the sample catalogue', async (query) => {
  const { status, body } = await search(shared().admin, query)
  expect(status).toBe(200)
  const found = Array.isArray(body) ? body : Object.values<{ records: unknown[] }>(body).flatMap((kind) => kind.records)
  expect(found).not.toBeEmpty()
})
