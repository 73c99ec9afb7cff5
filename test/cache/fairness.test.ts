import { beforeAll, describe, expect, test } from 'bun:test'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { everyNth } from '../support/longForm.ts'
import { addLongLists, longListPaths } from '../support/longLists.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

/** The number of records, the number of requests that must be served meanwhile, and the paths with the sizes of caches. */
const lists: [count: number, minServed: number, requests: [path: string, megabytes: number][]][] = [
  [
    16_000,
    20,
    [
      // A list of this length is cached uncompressed with 64 MB, and compressed with 1 MB.
      ['/tracks', 64],
      ['/tracks/', 64],
      ['/tracks?x=1', 64],
      ['/tracks', 1],
      ['/tracks/', 1],
      ['/tracks/', 0],
    ],
  ],
  [30_000, 40, longListPaths.flatMap((path) => [64, 0].map((megabytes): [string, number] => [path, megabytes]))],
]

// While other processes use the cores, a slice of the work may take 4 ms. So the lists are long enough for many slices.
describe.each(lists)('of %d records', (count, minServed, requests) => {
  const library = useSharedLibrary()
  beforeAll(() => addLongLists(library(), count))

  test.each(everyNth(requests, 3))(
    'while GET %s is built and sent with a cache of %d MB, others are served',
    async (...request) => {
      const [path, megabytes] = request
      const { admin, user } = library()
      await using server = await serveWithEmptyCache(library(), { cacheBytes: megabytes * 1_048_576 })
      // Without the client of other tests, which compares the whole list with the OpenAPI document.
      const get = async (target: string, { token } = user) => {
        const response = await fetch(server.url + target, { headers: { authorization: `Bearer ${token}` } })
        expect(response.status).toBe(200)
        return response.text()
      }
      let [isReceived, servedRequests] = [false, 0]
      const list = get(path, path === '/users' ? admin : user).finally(() => {
        isReceived = true
      })
      while (!isReceived) {
        await get('/me')
        servedRequests++
      }
      const body = JSON.parse(await list)
      // There are two accounts more.
      expect((body.tracks ?? body).length).toBe(path === '/users' ? count + 2 : count)
      expect(servedRequests).toBeGreaterThan(minServed)
    },
  )
})
