import type { Target } from './targets.ts'

/** What the steps of a release work with. */
export interface Release {
  version: string
  /** The modification time of every file in what people install: that of scripts/release/version.ts. */
  date: Date
  /** One for each target. */
  executables: readonly Executable[]
  /** Whether the executables are published as npm packages, on which the first package depends. Their scope has to belong to the project. */
  platformPackages: boolean
  /** From 0, fast, to 9, small. */
  compressionLevel: number
  /** The folder of the files that people install. Each step adds its files. */
  folder: string
  /** A temporary folder, which is removed at the end. A step makes a folder of its own in it. */
  work: string
}

export interface Executable {
  target: Target
  /** The file. Its base name is `target.executable`. */
  path: string
  /** The paths of the source files that it contains, with those of packages. */
  sources: readonly string[]
}

/** One kind of file that people install. The same sources give the same bytes, in any folder and at any time. */
export type Step = (release: Release) => Promise<void>
