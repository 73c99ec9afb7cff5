import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { createMusicLibrary } from '../../src/index.ts'
import { startMusicLibrary } from '../../testing/index.ts'
import { binary } from './binary.ts'
import { maxMs } from './bounds.ts'

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

type Made = Awaited<ReturnType<(typeof makers)[keyof typeof makers]>>

/** Makes a library for the tests of a group, which is reset before each of them. @returns a function that returns it during a test */
export const useMadeLibrary = (make: () => Promise<Made>): (() => Made) => {
  let made: Made | undefined
  const read = () => {
    if (!made) throw new Error('The library is there while a test runs.')
    return made
  }
  beforeAll(async () => {
    made = await make()
  }, maxMs(60_000))
  beforeEach(() => read().library.reset())
  afterAll(() => made?.library[Symbol.asyncDispose]())
  return read
}
