import { createApp } from '../../src/app.ts'
import { openLibrary } from '../../src/library/open.ts'

export interface Fresh extends AsyncDisposable {
  /** What the library answers, read anew. */
  get(path: string, token?: string): Promise<{ status: number; text: string }>
}

/** A second program at the same file, which remembers nothing. */
export const freshReader = async (file: string): Promise<Fresh> => {
  const database = await openLibrary(file)
  const app = createApp({ library: database })
  return {
    get: async (path, token = '') => {
      const request = new Request(`http://localhost/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      const response = await app.handle(request)
      return { status: response.status, text: await response.text() }
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
