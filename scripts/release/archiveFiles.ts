import { join, resolve } from 'node:path'
import { completionScripts } from '../../src/program/completion/scripts.ts'
import { licensesFile } from '../buildLicenses.ts'
import { manPage } from './manPage.ts'
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
  'music-library.sysusers': 'deploy/music-library.sysusers',
  'music-library.toml': 'deploy/music-library.toml',
  'compose.yaml': 'deploy/compose.yaml',
  Caddyfile: 'deploy/Caddyfile',
  Containerfile: 'deploy/Containerfile',
  'scaling/compose.yaml': 'deploy/scaling/compose.yaml',
  'scaling/Caddyfile': 'deploy/scaling/Caddyfile',
  'scaling/create-library.sql': 'deploy/scaling/create-library.sql',
  'prometheus-rules.yml': 'deploy/prometheus-rules.yml',
  'music-library-scan.service': 'deploy/music-library-scan.service',
  'music-library-scan.timer': 'deploy/music-library-scan.timer',
  'music-library-offsite.service': 'deploy/music-library-offsite.service',
  'music-library-offsite.timer': 'deploy/music-library-offsite.timer',
}

/** The pages that README.md links to, and their images. */
const documentation = [...new Bun.Glob('docs/**/*.{md,png}').scanSync(root)].sort()

/** The completion scripts, under the names that they have in the folders where the shells look for them. */
const completions = {
  'music-library.bash': completionScripts.bash,
  '_music-library': completionScripts.zsh,
  'music-library.fish': completionScripts.fish,
}

const copies = [...Object.entries(copied), ...documentation.map((path) => [path, path] as const)]

/** What the archive for a target contains. */
export const listArchiveFiles = async ({ target, path }: Executable): Promise<ArchiveFile[]> => [
  { name: target.executable, content: Bun.file(path), mode: 0o755 },
  { name: 'THIRD-PARTY-LICENSES.txt', content: Bun.file(licensesFile), mode: 0o644 },
  ...copies.map(([name, source]) => ({ name, content: Bun.file(join(root, source)), mode: 0o644 })),
  { name: 'music-library.1', content: await manPage(), mode: 0o644 },
  ...Object.entries(completions).map(([name, content]) => ({ name: `completions/${name}`, content, mode: 0o644 })),
]
