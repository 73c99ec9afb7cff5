import { beforeAll, expect, test } from 'bun:test'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { everyNth } from '../support/longForm.ts'
import { addLongLists, longListPaths } from '../support/longLists.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

// While other processes use the cores, a slice of the work may take 4 ms. So the lists are long enough for many slices.
const count = 16_000
const minServed = 10

const library = useSharedLibrary()
beforeAll(() => addLongLists(library(), count))

// A list of all tracks is cached uncompressed with 64 MB, and compressed with 1 MB.
const requests: [path: string, megabytes: number][] = [
  ['/tracks', 64],
  ...longListPaths.map((path): [string, number] => [path, 64]),
  ['/tracks', 1],
  ['/tracks/', 64],
  ['/tracks?x=1', 64],
  ['/tracks/', 1],
  ['/tracks/', 0],
  ...longListPaths.map((path): [string, number] => [path, 0]),
]

test.each(everyNth(requests, 5))(
  'while GET %s is built and sent with a cache of %d MB, others are served',
  async (path, megabytes) => {
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
