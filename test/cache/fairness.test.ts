import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { addLongLists, longListPaths } from '../support/longLists.ts'

// While other processes use the cores, a slice of the work may take 4 ms. So the lists are long enough for many slices.

test.each([
  ['uncompressed', 64, '/tracks'],
  ['uncompressed', 64, '/tracks/'],
  ['uncompressed', 64, '/tracks?x=1'],
  ['compressed', 1, '/tracks'],
  ['compressed', 1, '/tracks/'],
  ['not cached', 0, '/tracks/'],
])(
  'while a long list (%s, %d MB) is built and sent to GET %s, other requests are served',
  async (_, megabytes, path) => {
    await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
    addLongLists(library, 8_000)
    let [isReceived, servedRequests] = [false, 0]
    const list = library.user.get(path).then((response) => {
      isReceived = true
      return response
    })
    while (!isReceived) {
      expect((await library.admin.get('/me')).status).toBe(200)
      servedRequests++
    }
    expect((await list).body).toHaveLength(8_000)
    expect(servedRequests).toBeGreaterThan(20)
  },
)

test.each(longListPaths.flatMap((path) => [[path, 64] as const, [path, 0] as const]))(
  'while GET %s is built and sent as a long list, with a cache of %d MB, other requests are served',
  async (path, megabytes) => {
    await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
    addLongLists(library, 30_000)
    let [isReceived, servedRequests] = [false, 0]
    const list = (path === '/users' ? library.admin : library.user).get(path).then((response) => {
      isReceived = true
      return response
    })
    while (!isReceived) {
      expect((await library.user.get('/me')).status).toBe(200)
      servedRequests++
    }
    expect((await list).status).toBe(200)
    expect(servedRequests).toBeGreaterThan(40)
  },
)
