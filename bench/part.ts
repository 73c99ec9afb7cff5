import type { Library } from './library.ts'
import type { Programs } from './programs.ts'
import type { Servers } from './servers.ts'
import type { Table } from './table.ts'

/** What each part of the bench works with. */
export interface Bench {
  /** Where files may be laid; it is gone at the end. */
  folder: string
  programs: Programs
  servers: Servers
  /** Whether to measure a million tracks, too. */
  million: boolean
  /** A library of so many tracks. */
  library(size: number): Promise<Library>
}

/** A part that can be run alone. */
export type Part = (bench: Bench) => Promise<Table[]>

/** How many tracks there are, where nothing else is said. */
export const size = 10_000
