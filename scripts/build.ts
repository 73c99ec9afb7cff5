// Makes the executable: `bun scripts/build.ts [file]`.
const outfile = process.argv[2] ?? 'dist/music-library'

const result = await Bun.build({
  entrypoints: ['src/main.ts'],
  // Elysia reads the source of functions, so their names have to stay.
  minify: { whitespace: true, syntax: true, identifiers: false },
  // Elysia and others do more, and say more, while a program is being developed.
  define: { 'process.env.NODE_ENV': '"production"' },
  bytecode: true,
  // A command loads no more than it needs.
  splitting: true,
  format: 'esm',
  compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
})

for (const log of result.logs) console.error(log)
if (!result.success) process.exit(1)
console.log(`${outfile}: ${Math.round(Bun.file(outfile).size / 1e6)} MB`)

export {}
