// Builds the console into web/dist, unless it is there already: `bun scripts/buildConsole.ts [--development]`.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const folder = join(root, 'web/dist')

/**
 * The style sheets of the packages, in the order in which they override each other, and then our own. They are joined as
 * they are: the CSS bundler of Bun 1.4.5 drops rules of a class that appears twice.
 */
const styleSheets = [
  'node_modules/@mantine/core/styles.css',
  'node_modules/@mantine/notifications/styles.css',
  'node_modules/@mantine/spotlight/styles.css',
  'node_modules/@mantine/dropzone/styles.css',
  'node_modules/mantine-datatable/dist/styles.css',
  'web/style.css',
]

/** The file of the server that the console imports. */
const sharedSource = 'src/seeding/report/withoutCommonItems.ts'

/** What the result depends on. */
const hashSources = async (isDevelopment: boolean) => {
  const hash = new Bun.CryptoHasher('sha256').update(String(isDevelopment))
  const patterns = ['{web,client}/**/*.{ts,tsx,css}', sharedSource, 'bun.lock', 'scripts/buildConsole.ts']
  const sources = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  for (const path of sources.filter((source) => !source.startsWith('web/dist/')).sort()) {
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  }
  return hash.digest('hex')
}

const buildScripts = async (isDevelopment: boolean) => {
  const result = await Bun.build({
    entrypoints: [join(root, 'web/main.tsx')],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: !isDevelopment,
    naming: '[name]-[hash].[ext]',
    publicPath: '/console/assets/',
    metafile: true,
    define: { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' },
  })
  if (!result.success) throw new AggregateError(result.logs, 'The console could not be built.')
  const files = await Promise.all(
    result.outputs.map(async (output) => ({
      name: basename(output.path),
      isEntry: output.kind === 'entry-point',
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  )
  // The paths are relative to the working directory.
  return { files, sources: Object.keys(result.metafile?.inputs ?? {}).map((path) => resolve(path)) }
}

const buildStyle = async () => {
  const texts = await Promise.all(styleSheets.map((path) => Bun.file(join(root, path)).text()))
  const bytes = new TextEncoder().encode(texts.join('\n'))
  return { name: `style-${Bun.hash.xxHash64(bytes).toString(36)}.css`, bytes }
}

/** The module that imports the files, so that the executable contains them. */
const formatModule = (names: string[], entry: string, style: string) =>
  [
    `// scripts/buildConsole.ts has written this file.`,
    ...names.map((name, n) => `import file${n} from './${name}.gz' with { type: 'file' }`),
    `export const files: Record<string, string> = { ${names.map((name, n) => `'${name}': file${n}`).join(', ')} }`,
    `export const entry = '${entry}'`,
    `export const style = '${style}'`,
    '',
  ].join('\n')

/**
 * Builds the console into web/dist: each file compressed, under a name with a hash, and a module that lists them.
 * @throws AggregateError with the messages of the bundler
 */
export const buildConsole = async ({ isDevelopment = false } = {}): Promise<void> => {
  const hash = await hashSources(isDevelopment)
  const stamp = Bun.file(join(folder, 'sources.sha256'))
  if ((await stamp.exists()) && (await stamp.text()) === hash) return
  const { files: scripts, sources } = await buildScripts(isDevelopment)
  const style = await buildStyle()
  const newFolder = `${folder}.${process.pid}`
  mkdirSync(newFolder, { recursive: true })
  for (const { name, bytes } of [...scripts, style]) {
    await Bun.write(join(newFolder, `${name}.gz`), Bun.gzipSync(bytes, { level: isDevelopment ? 1 : 9 }))
  }
  const names = [...scripts, style].map(({ name }) => name)
  const entry = scripts.find(({ isEntry }) => isEntry)?.name ?? ''
  await Bun.write(join(newFolder, 'assets.ts'), formatModule(names, entry, style.name))
  await Bun.write(join(newFolder, 'sources.json'), JSON.stringify(sources))
  await Bun.write(join(newFolder, 'sources.sha256'), hash)
  rmSync(folder, { recursive: true, force: true })
  renameSync(newFolder, folder)
}

/** The paths of the files that the console was built from, its packages' included. */
export const readConsoleSources = (): Promise<string[]> => Bun.file(join(folder, 'sources.json')).json()

if (import.meta.main) await buildConsole({ isDevelopment: process.argv.includes('--development') })
