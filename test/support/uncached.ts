import { createApp } from '../../src/app/app.ts'
import { openLibrary } from '../../src/library/open.ts'

export interface UncachedReader extends AsyncDisposable {
  /** What a GET responds when nothing is cached. */
  get(path: string, token?: string): Promise<{ status: number; text: string }>
}

/** Opens a library that a server has open already, with an application that caches nothing. */
export const openUncachedReader = async (databaseUrl: string): Promise<UncachedReader> => {
  const database = await openLibrary(databaseUrl)
  const app = createApp({ library: database })
  return {
    get: async (path, token = '') => {
      const request = new Request(`http://localhost/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      // As a server does before each request: otherwise requests would share a list that was read before a write.
      await database.catchUp?.()
      const response = await app.handle(request)
      return { status: response.status, text: await response.text() }
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
