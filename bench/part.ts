import type { Library } from './library.ts'
import type { Programs } from './programs.ts'
import type { Row, Table } from './table.ts'

interface Context {
  /** For temporary files; deleted at the end. */
  folder: string
  /** A library of `size` tracks. */
  library(size: number): Promise<Library>
}

/** The context of a run that compares this checkout with the baselines. */
export interface Bench extends Context {
  programs: Programs
  /** Whether to measure a library of a million tracks, too. */
  million: boolean
}

/** The context of a run that compares two executables of this program. */
interface BuildComparison extends Context {
  /** The executable of this checkout. */
  current: string
  /** The executable given by --against. */
  other: string
}

/** A part of the bench, which can be run alone. */
export interface Part {
  /** Compares this checkout with the baselines. */
  measure(bench: Bench): Promise<Table[]>
  /** Measures two executables of this program. Rows have the columns of builds.ts. */
  compareBuilds?(comparison: BuildComparison): Promise<Row[]>
}

/** Tracks in the library of most parts. */
export const defaultSize = 10_000
