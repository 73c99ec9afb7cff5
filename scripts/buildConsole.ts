// Builds the console into web/dist, unless it is there already: `bun scripts/buildConsole.ts [--development]`.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { errorCode } from '../src/base/errors.ts'

const root = resolve(import.meta.dir, '..')
const folder = join(root, 'web/dist')

const mantine = join(root, 'node_modules/@mantine/core')

/**
 * The style sheets after those of Mantine's components: of the other packages, in the order in which they override each
 * other, and then our own. They are joined as they are: the CSS bundler of Bun 1.4.5 drops rules of a class that appears twice.
 */
const styleSheets = [
  'node_modules/@mantine/notifications/styles.css',
  'node_modules/@mantine/spotlight/styles.css',
  'node_modules/@mantine/dropzone/styles.css',
  'web/style.css',
]

/** The paths of the icons come from it. The bundler does not list it, since a macro reads it (web/icons/readPath.ts). */
const iconsFile = join(root, 'node_modules/@iconify-json/tabler/icons.json')

/** The files of the server that the console imports. */
const sharedSources = ['src/seeding/report/withoutCommonItems.ts', 'src/base/words.ts']

/** What the result depends on. */
const hashSources = async (isDevelopment: boolean) => {
  const hash = new Bun.CryptoHasher('sha256').update(String(isDevelopment))
  const patterns = ['{web,client}/**/*.{ts,tsx,css}', ...sharedSources, 'bun.lock', 'scripts/buildConsole.ts']
  const sources = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  for (const path of sources.filter((source) => !source.startsWith('web/dist/')).sort()) {
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  }
  return hash.digest('hex')
}

const build = async (isDevelopment: boolean, options: Pick<Bun.BuildConfig, 'entrypoints' | 'splitting'>) => {
  const result = await Bun.build({
    ...options,
    target: 'browser',
    format: 'esm',
    minify: !isDevelopment,
    naming: '[name]-[hash].[ext]',
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
  const { inputs = {}, outputs = {} } = result.metafile ?? {}
  const modules = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  // The paths are relative to the working directory.
  return { files, modules, sources: Object.keys(inputs).map((path) => resolve(path)) }
}

/** The texts of each language are a script that shares no file with others, since a shared one would be one more request. */
const buildScripts = async (isDevelopment: boolean) => {
  const languages = [...new Bun.Glob('web/texts/??.ts').scanSync(root)].map((path) => join(root, path))
  const main = await build(isDevelopment, { entrypoints: [join(root, 'web/main.tsx')], splitting: true })
  const texts = await build(isDevelopment, { entrypoints: languages })
  const early = await build(isDevelopment, { entrypoints: [join(root, 'web/early.ts')] })
  return {
    files: [...main.files, ...texts.files, ...early.files],
    entry: main.files.find(({ isEntry }) => isEntry)?.name ?? '',
    early: early.files[0]?.name ?? '',
    texts: Object.fromEntries(texts.files.map(({ name }) => [name.slice(0, 2), name])),
    modules: main.modules,
    sources: [...main.sources, ...texts.sources, ...early.sources, iconsFile],
  }
}

/** Reads the styles of those components of Mantine that the scripts contain, in the order of its complete style sheet. */
const readMantineStyles = async (modules: string[]) => {
  const components = modules.flatMap((path) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(path)?.[1] ?? [])
  const names = new Set(['default-css-variables', 'baseline', 'global', ...components])
  const texts = await Promise.all([...names].map((name) => Bun.file(join(mantine, 'styles', `${name}.css`)).text()))
  const complete = await Bun.file(join(mantine, 'styles.css')).text()
  const places = new Map(texts.map((text) => [complete.indexOf(text.trim()), text]))
  if (places.has(-1)) throw new Error('The complete style sheet of Mantine lacks the styles of a component.')
  return [...places].sort(([a], [b]) => a - b).map(([, text]) => text)
}

/** Removes comments and needless spaces, a tenth of the compressed size. No sheet has either of them in a string. */
const shrinkStyle = (text: string) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')

const buildStyle = async (modules: string[]) => {
  const others = await Promise.all(styleSheets.map((path) => Bun.file(join(root, path)).text()))
  const text = shrinkStyle([...(await readMantineStyles(modules)), ...others].join('\n'))
  const bytes = new TextEncoder().encode(text)
  return { name: `style-${Bun.hash.xxHash64(bytes).toString(36)}.css`, bytes }
}

/** The module that imports the files, so that the executable contains them. */
const formatModule = (
  names: string[],
  entries: { entry: string; early: string; style: string },
  texts: Record<string, string>,
) =>
  [
    `// scripts/buildConsole.ts has written this file.`,
    ...names.flatMap((name, n) => [
      `import br${n} from './${name}.br' with { type: 'file' }`,
      `import gzip${n} from './${name}.gz' with { type: 'file' }`,
    ]),
    'export const files: Record<string, { br: string; gzip: string }> = {',
    ...names.map((name, n) => `  '${name}': { br: br${n}, gzip: gzip${n} },`),
    '}',
    ...Object.entries(entries).map(([name, file]) => `export const ${name} = '${file}'`),
    `export const texts = ${JSON.stringify(texts)}`,
    '',
  ].join('\n')

/**
 * Builds the console into web/dist: each file compressed by Brotli and by gzip, under a name with a hash, and a module that lists them.
 * @throws AggregateError with the messages of the bundler
 */
export const buildConsole = async ({ isDevelopment = false } = {}): Promise<void> => {
  const hash = await hashSources(isDevelopment)
  const stamp = Bun.file(join(folder, 'sources.sha256'))
  if ((await stamp.exists()) && (await stamp.text()) === hash) return
  // Plain: `console.error` of Bun is red in a terminal.
  process.stderr.write('Building the console …\n')
  const { files: scripts, entry, early, texts, modules, sources } = await buildScripts(isDevelopment)
  const style = await buildStyle(modules)
  const newFolder = `${folder}.${process.pid}`
  mkdirSync(newFolder, { recursive: true })
  for (const { name, bytes } of [...scripts, style]) {
    const path = join(newFolder, name)
    const quality = isDevelopment ? 1 : 11
    await Bun.write(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
    await Bun.write(`${path}.gz`, Bun.gzipSync(bytes, { library: 'libdeflate', level: isDevelopment ? 1 : 12 }))
  }
  const names = [...scripts, style].map(({ name }) => name)
  await Bun.write(join(newFolder, 'assets.ts'), formatModule(names, { entry, early, style: style.name }, texts))
  await Bun.write(join(newFolder, 'sources.json'), JSON.stringify(sources))
  await Bun.write(join(newFolder, 'sources.sha256'), hash)
  replaceFolder(newFolder)
}

/** Another process that builds the same may make the folder between the two steps. */
const replaceFolder = (newFolder: string) => {
  for (;;) {
    rmSync(folder, { recursive: true, force: true })
    try {
      return renameSync(newFolder, folder)
    } catch (error) {
      if (errorCode(error) !== 'ENOTEMPTY') throw error
    }
  }
}

/** The paths of the files that the console was built from, its packages' included. */
export const readConsoleSources = (): Promise<string[]> => Bun.file(join(folder, 'sources.json')).json()

if (import.meta.main) await buildConsole({ isDevelopment: process.argv.includes('--development') })
