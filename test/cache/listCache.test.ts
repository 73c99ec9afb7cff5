import { expect, test } from 'bun:test'
import { createListCache } from '../../src/cache/listCache.ts'
import type { Change } from '../../src/library/changes.ts'
import { ownWork } from '../../src/library/longWork.ts'
import { newDatabase } from '../support/database.ts'

test('a commit of a million changes during a build makes the list stale, and nothing else happens', async () => {
  await using database = await newDatabase()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>()
  const entries = new Map()
  const source = {
    key: 'list',
    read: async () => {
      begin()
      await blocked
      return { records: [{ id: 1 }], positions: [1] }
    },
    nestedIn: () => [],
    changesOf: (changes: readonly Change[]) => ({ ids: changes.map(({ id }) => id), nested: new Set<number>() }),
  }
  const lists = createListCache({
    store: {
      get: (key) => entries.get(key),
      set: (key, list) => entries.set(key, list),
      delete: (key) => entries.delete(key),
    },
    database,
    sources: [source],
    checkExternalVersion: () => {},
    maxBytes: 1e6,
  })
  const list = lists.get(source, ownWork)
  await begun
  lists.invalidate(Array.from({ length: 1_000_000 }, (_, id) => ({ kind: 'labels', isNew: false, id })))
  unblock()
  await list
  expect(entries.get('list')).toMatchObject({ isStale: true })
})
