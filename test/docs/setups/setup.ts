import type { ConsoleHome } from '../../support/consoleHome.ts'

/** What a reader has done before the blocks of a section. */
export interface Setup {
  /** Runs before the first block of the section. */
  before?: (home: ConsoleHome) => unknown
  /** Runs before each block of the section that is run. The index of the first one is 0. */
  beforeBlock?: (home: ConsoleHome, index: number) => unknown
  /** Runs after the last block of the section. */
  after?: (home: ConsoleHome) => unknown
}

/** The set-ups of a page by the heading of the section. */
export type PageSetup = Record<string, Setup>
