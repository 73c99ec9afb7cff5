import { createService } from '../../src/app/service.ts'
import { openLibrary } from '../../src/library/open.ts'

export interface UncachedReader extends AsyncDisposable {
  /** What a GET responds when nothing is cached. */
  get(path: string, token?: string): Promise<{ status: number; text: string }>
}

/** Opens a library that a server has open already, with a service that caches nothing. */
export const openUncachedReader = async (databaseUrl: string): Promise<UncachedReader> => {
  const database = await openLibrary(databaseUrl)
  const service = createService({ library: database, cacheBytes: 0 })
  return {
    get: async (path, token = '') => {
      const request = new Request(`http://localhost/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      // As a server does before each request: otherwise requests would share a list that was read before a write.
      await database.catchUp?.()
      const response = await service.fetch(request)
      return { status: response.status, text: await response.text() }
    },
    [Symbol.asyncDispose]: async () => {
      await service.stop()
      await database.close()
    },
  }
}
