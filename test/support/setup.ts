import { createSetup } from '../../src/accounts/setup.ts'
import { type ServerOptions, startServer } from '../../src/app/server.ts'
import type { Library } from '../../src/library/library.ts'
import { openLibrary } from '../../src/library/open.ts'
import { type Client, client } from './client.ts'
import { sendToConsole } from './consoleApi.ts'
import { createLocation } from './engine.ts'

/** A server whose library has no account, as `serve` starts it. */
export interface NewServer extends AsyncDisposable {
  /** The setup code. */
  code: string
  /** Without a path. */
  origin: string
  /** The file or the database. */
  databaseUrl: string
  library: Library
  anonymous: Client
}

export const nica = {
  name: 'Nica',
  email: 'nica@example.com',
  password: 'pannonica',
  password_confirmation: 'pannonica',
}

/** Serves a library, which is closed with the server. */
export const serveWithCode = async (
  databaseUrl: string,
  { lifeMs, ...options }: Partial<ServerOptions> & { lifeMs?: number } = {},
): Promise<NewServer> => {
  const library = await openLibrary(databaseUrl)
  const setup = createSetup(library, lifeMs === undefined ? {} : { lifeMs })
  const code = await setup.createCode()
  const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, setup, ...options, library })
  return {
    ...{ code, origin: server.origin, databaseUrl, library },
    anonymous: client(`${server.origin}/api`),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await library.close()
    },
  }
}

/** Starts a server with a new library, which is removed with it. */
export const startNewServer = async (options: Parameters<typeof serveWithCode>[1] = {}): Promise<NewServer> => {
  const location = await createLocation()
  const server = await serveWithCode(location.url, options)
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await location[Symbol.asyncDispose]()
    },
  }
}

/** Sends a setup code with an account. */
export const sendSetup = (anonymous: Client, body: object) => sendToConsole(anonymous, 'POST', '/setup', body)

/** Whether the page asks for the code. */
export const asksForCode = async ({ origin }: Pick<NewServer, 'origin'>, path = '/console'): Promise<boolean> => {
  const html = await (await fetch(origin + path)).text()
  return JSON.parse(/id="settings">(.*)<\/script>/.exec(html)?.[1] ?? '{}').needs_setup
}
