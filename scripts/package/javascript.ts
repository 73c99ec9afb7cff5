import { dirname, join, resolve } from 'node:path'
import type { BunPlugin } from 'bun'
import { external } from '../external.ts'

/** An entry of the package: its source, and its name in the package. */
interface Entry {
  source: string
  name: string
  plugins?: BunPlugin[]
}

// Identifiers stay: Elysia generates code from the source text of functions. The rest is as in the executable.
const minify = { whitespace: true, syntax: true, identifiers: false }

/** The client is one module of the package, so that `instanceof ApiError` holds whichever entry has thrown the error. */
const externalClient: BunPlugin = {
  name: 'external client',
  setup: (build) => {
    build.onResolve({ filter: /(^|\/)(index|client)\.ts$/ }, ({ path, importer }) => {
      const isClient = importer !== '' && /\/client\/(index|client)\.ts$/.test(resolve(dirname(importer), path))
      return isClient ? { path: './client.js', external: true } : undefined
    })
  },
}

/**
 * Bundles the entries with all packages that they import.
 * @throws Error if a build fails
 */
export const buildJavaScript = async (root: string, folder: string): Promise<void> => {
  const portable = [
    { source: 'client/index.ts', name: 'client.js', plugins: [] },
    { source: 'testing/index.ts', name: 'testing.js' },
    { source: 'launcher/main.ts', name: 'launcher.js' },
  ]
  await Promise.all([
    // A command loads no more than its own modules.
    build(root, folder, ['src/index.ts', 'src/main.ts'], {
      target: 'bun',
      splitting: true,
      minify,
      external,
      naming: { entry: '[name].js', chunk: 'chunks/[hash].js' },
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
    ...portable.map(({ source, name, plugins = [externalClient] }: Entry) =>
      build(root, folder, [source], { target: 'node', naming: name, plugins, sourcemap: 'linked' }),
    ),
  ])
}

const build = async (root: string, folder: string, entrypoints: string[], options: Partial<Bun.BuildConfig>) => {
  const result = await Bun.build({
    entrypoints: entrypoints.map((entry) => join(root, entry)),
    root,
    outdir: folder,
    format: 'esm',
    plugins: [externalClient],
    ...options,
  })
  if (!result.success) throw new AggregateError(result.logs, `The build of ${entrypoints} failed.`)
}
