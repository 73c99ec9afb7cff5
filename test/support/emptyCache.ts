import { type ServerOptions, startServer } from '../../src/app/server.ts'
import { openLibrary } from '../../src/library/open.ts'
import { type Client, client } from './client.ts'
import type { TestLibrary } from './library.ts'

/** Serves a library that is served already with another server, which has nothing in its cache. */
export const serveWithEmptyCache = async (
  { file, user, admin }: TestLibrary,
  options: Pick<ServerOptions, 'cacheBytes'> = {},
): Promise<{ url: string; user: Client; admin: Client } & AsyncDisposable> => {
  const library = await openLibrary(file)
  const server = await startServer({ library, host: '127.0.0.1', port: 0, quietMs: 0, ...options })
  const url = `${server.origin}/api`
  return {
    url,
    user: client(url, user.token),
    admin: client(url, admin.token),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await library.close()
    },
  }
}
