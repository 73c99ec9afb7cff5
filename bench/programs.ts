import { join } from 'node:path'
import { measure } from './measure.ts'

/** Paths of executables. */
export interface Programs {
  service: string
  baseline: string
  constant: string
  minimal: string
}

/** Compiles this checkout. */
export const compileService = async (folder: string): Promise<string> => {
  const executable = join(folder, 'music-library')
  await measure([process.execPath, 'scripts/build.ts', executable])
  return executable
}

/** Compiles this checkout and the servers that it is compared with, all in the same way. */
export const compilePrograms = async (folder: string): Promise<Programs> => ({
  service: await compileService(folder),
  baseline: await compile('bench/baseline/server.ts', join(folder, 'baseline')),
  constant: await compile('bench/baseline/constant.ts', join(folder, 'constant')),
  minimal: await compile('bench/baseline/minimal.ts', join(folder, 'minimal')),
})

/** Uses the options of `scripts/build.ts`, so that memory and start-up times are comparable. */
const compile = async (entrypoint: string, outfile: string) => {
  await Bun.build({
    entrypoints: [entrypoint],
    minify: { whitespace: true, syntax: true, identifiers: false },
    define: { 'process.env.NODE_ENV': '"production"' },
    bytecode: true,
    format: 'esm',
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
  return outfile
}
