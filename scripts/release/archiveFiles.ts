import { join, resolve } from 'node:path'
import type { Executable } from './release.ts'

const root = resolve(import.meta.dir, '../..')

/** A file in an archive. */
export interface ArchiveFile {
  /** Its path in the folder of the archive. */
  name: string
  content: string | Bun.BunFile
  mode: number
}

/** The files that go into every archive, by their paths in the repository. */
const copied: Record<string, string> = {
  'README.md': 'README.md',
  LICENSE: 'LICENSE',
  'CHANGELOG.md': 'CHANGELOG.md',
  'music-library.service': 'deploy/music-library.service',
  'music-library.toml': 'deploy/music-library.toml',
}

/** What the archive for a target contains. */
export const listArchiveFiles = async ({ target, path }: Executable): Promise<ArchiveFile[]> => [
  { name: target.executable, content: Bun.file(path), mode: 0o755 },
  ...Object.entries(copied).map(([name, source]) => ({ name, content: Bun.file(join(root, source)), mode: 0o644 })),
]
