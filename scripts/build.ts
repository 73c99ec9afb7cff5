// Compiles the executable for this machine: `bun scripts/build.ts [file]`.
import { buildAssets } from './buildAssets.ts'
import { buildExecutable } from './executable.ts'

const outfile = process.argv[2] ?? 'dist/music-library'

await buildAssets()
await buildExecutable(outfile)
console.log(`${outfile}: ${Math.round(Bun.file(outfile).size / 1e6)} MB`)
