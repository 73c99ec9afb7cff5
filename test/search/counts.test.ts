import { expect, test } from 'bun:test'
import { createClient } from '../../client/index.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { startTestLibrary } from '../support/library.ts'
import { seedText } from '../support/seedText.ts'

test('the numbers of records are those that there are, and nobody reads them without a token', async () => {
  await using library = await startTestLibrary()
  const { admin, user, anonymous } = library
  const client = createClient({ baseUrl: library.url, token: user.token })
  expect(await client.search.counts()).toEqual({ labels: 0, genres: 0, artists: 0, albums: 0, tracks: 0 })
  await seedText(library.library, sampleCatalogue())
  const counts = { labels: 19, genres: 29, artists: 33, albums: 22, tracks: 229 }
  expect(await client.search.counts()).toEqual(counts)
  const read = (headers: Record<string, string> = {}) =>
    fetch(`${library.url}/../search/counts`, { headers: { authorization: `Bearer ${user.token}`, ...headers } })
  const etag = (await read()).headers.get('etag') ?? ''
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  await admin.post('/labels', { name: 'ECM' })
  expect((await read({ 'if-none-match': etag })).status).toBe(200)
  expect(await client.search.counts()).toEqual({ ...counts, labels: 20 })
  expect((await anonymous.get('/../search/counts')).status).toBe(401)
})
