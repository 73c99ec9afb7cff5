// Compiles the executable: `bun scripts/build.ts [file]`.
import { buildConsole } from './buildConsole.ts'

const outfile = process.argv[2] ?? 'dist/music-library'

await buildConsole()
const result = await Bun.build({
  entrypoints: ['src/main.ts'],
  // Identifiers stay: Elysia generates code from the source text of functions.
  minify: { whitespace: true, syntax: true, identifiers: false },
  // Packages such as Elysia check and log more during development.
  define: { 'process.env.NODE_ENV': '"production"' },
  bytecode: true,
  // A command loads no more than its own modules.
  splitting: true,
  format: 'esm',
  // A `.env` or `bunfig.toml` in the working directory must not change the program.
  compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
})

for (const log of result.logs) console.error(log)
if (!result.success) process.exit(1)
console.log(`${outfile}: ${Math.round(Bun.file(outfile).size / 1e6)} MB`)
