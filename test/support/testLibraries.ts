import { createMusicLibrary } from '../../src/index.ts'
import { startMusicLibrary } from '../../testing/index.ts'
import { binary } from './binary.ts'

/** An admin. */
export const eve = { email: 'eve@example.com', token: `mlib_${'e'.repeat(43)}`, role: 'admin' as const }
const users = [eve]

/** A library for tests in each of the ways to reach it, with what sends requests to it. */
export const makers = {
  'createMusicLibrary, its fetch': async () => {
    const library = await createMusicLibrary({ users })
    return { library, send: (path: string, init?: RequestInit) => library.fetch(new Request(`http://x${path}`, init)) }
  },
  'createMusicLibrary, its port': async () => {
    const library = await createMusicLibrary({ users, listen: true })
    return { library, send: (path: string, init?: RequestInit) => fetch(`${library.origin}${path}`, init) }
  },
  startMusicLibrary: async () => {
    const library = await startMusicLibrary({ executable: await binary(), users })
    return { library, send: (path: string, init?: RequestInit) => fetch(`${library.origin}${path}`, init) }
  },
}
