export type { Client } from '../client/index.ts'
export type { TestCatalogue, TestLibraryOptions, TestUser } from './options.ts'
export { startMusicLibrary, type TestLibrary } from './startMusicLibrary.ts'
