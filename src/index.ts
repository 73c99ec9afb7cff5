import { createFirstAdmin } from './auth/users/firstAdmin.ts'
import { openLibrary } from './library/open.ts'
import { sampleCatalogue } from './seeding/sample.ts'
import { seed } from './seeding/seed.ts'
import { startServer } from './server.ts'

export type { App } from './app.ts'

export interface MusicLibraryOptions {
  /** A path, a `file:` URL, or `:memory:` (the default) for a library that is deleted when the process ends. */
  database?: string
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string
  /** 0 (the default) for a free port. */
  port?: number
  /** Is created if no account has the e-mail address. */
  admin?: { email: string; password: string }
  /** The text of a catalogue file to seed first, or `sample` for the sample catalogue. */
  catalogue?: string
}

export interface MusicLibrary extends AsyncDisposable {
  /** The URL of the API, `/api` included. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a music library in this process.
 * @throws ValidationError for an invalid admin; InvalidCatalogue; OperationalError for a file or port that can't be used,
 * and for a file that is served already, by this process or another one
 */
export const startMusicLibrary = async ({
  database = ':memory:',
  host = '127.0.0.1',
  port = 0,
  admin,
  catalogue,
}: MusicLibraryOptions = {}): Promise<MusicLibrary> => {
  const library = await openLibrary(database, { serve: true })
  try {
    if (admin) await createFirstAdmin(library, admin)
    if (catalogue) await seed(library, catalogue === 'sample' ? sampleCatalogue() : catalogue)
    const server = await startServer({ library, host, port, quietMs: 0 })
    const stop = async () => {
      await server.stop()
      await library.close()
    }
    return { url: `${server.origin}/api`, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await library.close()
    throw error
  }
}
