import { join } from 'node:path'
import { measure } from './measure.ts'

export interface Programs {
  ours: string
  baseline: string
  constant: string
}

/** Compiles what is measured, and what it is measured against, all in the same way. */
export const compile = async (folder: string): Promise<Programs> => {
  const programs = {
    ours: join(folder, 'music-library'),
    baseline: join(folder, 'baseline'),
    constant: join(folder, 'constant'),
  }
  await measure([process.execPath, 'scripts/build.ts', programs.ours])
  await compileOne('bench/baseline/server.ts', programs.baseline)
  await compileOne('bench/baseline/constant.ts', programs.constant)
  return programs
}

/** With the options of `scripts/build.ts`, so that memory and starting compare fairly. */
const compileOne = async (entrypoint: string, outfile: string) => {
  await Bun.build({
    entrypoints: [entrypoint],
    minify: { whitespace: true, syntax: true, identifiers: false },
    define: { 'process.env.NODE_ENV': '"production"' },
    bytecode: true,
    format: 'esm',
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
}
