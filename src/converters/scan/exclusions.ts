/**
 * Folders that systems make, by their exact names: bins, thumbnails, snapshots and what archives carry along. What is in them
 * was deleted, or is there a second time.
 */
const systemFolders = new Set([
  // Synology, QNAP
  '#recycle',
  '#snapshot',
  '@eaDir',
  '@Recycle',
  '@Recently-Snapshot',
  '@__thumb',
  // Windows
  '$RECYCLE.BIN',
  '$Recycle.Bin',
  'System Volume Information',
  // macOS
  '__MACOSX',
])

/** What a check of a Linux file system finds is at the top of the disk. Elsewhere it is a name like any other. */
const topFolder = 'lost+found'

/** What a scan leaves out by its name. */
export class Exclusions {
  /** How many files and folders were left out, by the pattern or the name of the folder. */
  readonly counts: Map<string, number>
  private readonly globs: { pattern: string; glob: Bun.Glob }[]

  /** @param patterns - those without a slash match names at any depth, others match paths */
  constructor(patterns: readonly string[]) {
    this.counts = new Map(patterns.map((pattern) => [pattern, 0]))
    this.globs = patterns.map((pattern) => {
      // A pattern that begins with ! would match all others.
      const path = pattern.replace(/\/+$/, '').replace(/^!/, '\\!')
      return { pattern, glob: new Bun.Glob(path.includes('/') ? path.replace(/^\/+/, '') : `**/${path}`) }
    })
  }

  /** Whether a file or a folder is left out, which is counted. @param path - relative to the folder that is scanned */
  takes(path: string, name: string): boolean {
    const isSystemFolder = systemFolders.has(name) || path === topFolder
    const pattern = this.globs.find(({ glob }) => glob.match(path))?.pattern ?? (isSystemFolder ? name : undefined)
    if (pattern === undefined) return false
    this.counts.set(pattern, (this.counts.get(pattern) ?? 0) + 1)
    return true
  }
}
