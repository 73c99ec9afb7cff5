import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { serveWithEmptyCache } from '../support/emptyCache.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

/** The ETag of a server that has just been started, with a cache of this many bytes. */
const etagAfterRestart = async (library: TestLibrary, path: string, cacheBytes: number) => {
  await using server = await serveWithEmptyCache(library, { cacheBytes })
  return (await server.user.get(path)).headers.get('etag')
}

test('the ETag of a list depends on its content, and not on its history, a restart or the size of the cache', async () => {
  await using library = await startTestLibrary({ cacheBytes: 64 * 1_048_576 })
  const { create } = await createFixtures(library.admin)
  const path = '/tracks'
  const etags = new Map<string, string | null>()
  const compareEtags = async () => {
    const { text, headers } = await library.user.get(path)
    const etag = headers.get('etag')
    expect(etags.get(text) ?? etag).toBe(etag)
    expect([...etags].filter(([other, otherEtag]) => other !== text && otherEtag === etag)).toEqual([])
    etags.set(text, etag)
    // Without a cache, compressed, and uncompressed.
    for (const maxBytes of [0, 20_000, 64 * 1_048_576]) {
      expect(await etagAfterRestart(library, path, maxBytes)).toBe(etag)
    }
  }
  for (let n = 0; n < 60; n++) await create('/tracks', { title: `Track ${n}`, file_path: 'x' })
  await compareEtags()
  // Deletions in the middle move the boundaries between the parts of a list that is built anew.
  for (const id of [3, 20, 21, 22, 40]) await library.admin.delete(`/tracks/${id}`)
  await compareEtags()
  const added = await create('/tracks', { title: 'Added', file_path: 'x' })
  await compareEtags()
  await library.admin.delete(`/tracks/${added.id}`)
  await compareEtags()
  expect(etags.size).toBe(3)
})
