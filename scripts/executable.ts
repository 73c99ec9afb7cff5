import type { BuildOutput } from 'bun'
import { lateTopTier } from '../src/program/topTier.ts'
import { external } from './external.ts'

/** The runtime of another platform, which the executable is to contain. By default it contains the one that runs this program. */
interface Runtime {
  target: Bun.Build.CompileTarget
  /** The path of the runtime. */
  executablePath: string
}

/**
 * Compiles the executable. The files of scripts/buildAssets.ts have to be built before.
 * @throws AggregateError if it can't be compiled, or could not start again as it does
 */
export const buildExecutable = async (outfile: string, runtime?: Runtime): Promise<BuildOutput> => {
  const { success, stderr } = Bun.spawnSync([process.execPath, '-e', ''], { env: { ...process.env, ...lateTopTier } })
  if (!success) throw new AggregateError([stderr.toString()], `The runtime does not know ${Object.keys(lateTopTier)}.`)
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
    metafile: true,
    external,
    // A `.env` or `bunfig.toml` in the working directory must not change the program.
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false, ...runtime },
  })
  if (!result.success) throw new AggregateError(result.logs, `${outfile} can't be compiled.`)
  return result
}
