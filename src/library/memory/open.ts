import { Database as Sqlite } from 'bun:sqlite'
import { createMovableClock, type Instant } from '../clock.ts'
import { migrate } from '../file/migrate.ts'
import { type Library, type OpenOptions, withoutFile } from '../library.ts'
import { makeLibraryId } from '../libraryId.ts'
import { inMemory } from '../locate.ts'
import { connectMemory } from './connect.ts'

/** An empty library. The migrations take longer than everything else, so each library after the first one is a copy of it. */
let emptyImage: Uint8Array | undefined

/** Opens a library in memory. It has no file, and nothing of it is left however the process ends. */
export const openInMemory = ({ image, now, maxPages }: OpenOptions): Library => {
  emptyImage ??= createEmptyImage()
  const client = Sqlite.deserialize(image ?? emptyImage)
  if (!image) makeLibraryId(client)
  if (!image && now !== undefined) stampRoles(client, now)
  const clock = createMovableClock(now)
  const pages = client.prepare<{ page_count: number }, []>('PRAGMA page_count')
  return {
    ...withoutFile,
    ...connectMemory(client, { clock, maxPages }),
    engine: 'sqlite',
    nodeName: undefined,
    name: inMemory,
    created: !image,
    problem: async () => undefined,
    serialize: () => client.serialize(),
    fileSize: () => (pages.get()?.page_count ?? 0) * 4096,
  }
}

const createEmptyImage = () => {
  using client = new Sqlite(inMemory)
  migrate(client)
  return client.serialize()
}

/** A new library has its roles already. */
const stampRoles = (client: Sqlite, now: Instant) =>
  client.run('UPDATE roles SET created_at = ?1, updated_at = ?1', [now])
