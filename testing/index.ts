export type { Client } from '../client/index.ts'
export type { Report } from '../src/seeding/report/report.ts'
export type { TestCatalogue, TestLibraryOptions, TestUser } from './options.ts'
export { startMusicLibrary, type TestLibrary } from './startMusicLibrary.ts'
