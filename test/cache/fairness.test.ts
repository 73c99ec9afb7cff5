import { expect, test } from 'bun:test'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { addLongLists } from '../support/longLists.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

// While other processes use the cores, a slice of the work may take 4 ms. So the list is long enough for many slices.
const count = 16_000
const minServed = 10

const library = useSharedLibrary()

// The hostile requests measure the turns of all lists, with a cache of the usual size.
test('while a list is built, compressed for a small cache and sent, others are served', async () => {
  addLongLists(library(), count)
  await using server = await serveWithEmptyCache(library(), { cacheBytes: 1_048_576 })
  // Without the client of other tests, which compares the whole list with the OpenAPI document.
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${server.user.token}` }
    const response = await fetch(server.url + path, { headers })
    expect(response.status).toBe(200)
    return response.text()
  }
  let [isReceived, servedRequests] = [false, 0]
  const list = get('/tracks').finally(() => {
    isReceived = true
  })
  while (!isReceived) {
    await get('/me')
    servedRequests++
  }
  expect(JSON.parse(await list)).toHaveLength(count)
  expect(servedRequests).toBeGreaterThan(minServed)
})
