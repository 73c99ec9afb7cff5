import { afterAll, beforeAll } from 'bun:test'
import { startTestLibrary, type TestLibrary } from './library.ts'

/**
 * Starts one library for all tests of a file or of a `describe`, since a server takes longer to start than most requests. Each of these tests
 * creates its own records, and expects nothing of others. @returns a function that returns the library during a test
 */
export const useSharedLibrary = (options?: Parameters<typeof startTestLibrary>[0]): (() => TestLibrary) => {
  let library: TestLibrary | undefined
  beforeAll(async () => {
    library = await startTestLibrary(options)
  })
  afterAll(() => library?.[Symbol.asyncDispose]())
  return () => {
    if (!library) throw new Error('The library is there while a test runs.')
    return library
  }
}
