import { createFirstAdmin } from './auth/users/firstAdmin.ts'
import { openLibrary } from './library/open.ts'
import { sampleCatalogue } from './seeding/sample.ts'
import { seed } from './seeding/seed.ts'
import { startServer } from './server.ts'

export type { App } from './app.ts'

export interface MusicLibraryOptions {
  /** A path, a `file:` URL, or `:memory:` for a library that is discarded when it is closed. */
  database?: string
  host?: string
  /** 0 for a free port. */
  port?: number
  /** Created if no account has the e-mail address. */
  admin?: { email: string; password: string }
  /** The text of a catalogue file to seed first, or `sample` for the one that comes with the program. */
  catalogue?: string
}

export interface MusicLibrary extends AsyncDisposable {
  /** The URL of the API, including `/api`. */
  url: string
  stop(): Promise<void>
}

/** Starts a whole music library in this process: by default in memory, empty, on a free port of this machine. */
export const startMusicLibrary = async ({
  database: location = ':memory:',
  host = '127.0.0.1',
  port = 0,
  admin,
  catalogue,
}: MusicLibraryOptions = {}): Promise<MusicLibrary> => {
  const database = await openLibrary(location)
  try {
    if (admin) await createFirstAdmin(database, admin)
    if (catalogue) await seed(database, catalogue === 'sample' ? sampleCatalogue() : catalogue)
    const server = await startServer({ library: database, host, port })
    const stop = async () => {
      await server.stop()
      await database.close()
    }
    return { url: `${server.origin}/api`, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await database.close()
    throw error
  }
}
