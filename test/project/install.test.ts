import { expect, test } from 'bun:test'
import { cpSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import lock from '../../bun.lock'
import { dependencies } from '../../package.json'
import { readConsoleSources } from '../../scripts/buildConsole.ts'
import { listSources } from '../../scripts/buildLicenses.ts'
import { emptyFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'

const root = join(import.meta.dir, '../..')

/** What `start` may leave in node_modules, in MB. */
const maxSize = 120

/** The paths in node_modules of the packages that `dependencies` of package.json needs, without peers. */
const listServicePackages = () => {
  const found = new Set<string>()
  /** Adds the package that a package at a path gets when it imports a name. @param path - '' is that of the program itself */
  const add = (name: string, path: string) => {
    const nested = path === '' ? name : `${path}/${name}`
    if (!(nested in lock.packages)) return add(name, parentPath(path))
    if (found.has(nested)) return
    found.add(nested)
    // All packages are from the registry, and their entries have this form.
    const [, , info] = lock.packages[nested] as [string, string, PackageInfo, string]
    for (const dependency of Object.keys({ ...info.dependencies, ...info.optionalDependencies }))
      add(dependency, nested)
  }
  for (const name of Object.keys(dependencies)) add(name, '')
  return found
}

interface PackageInfo {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** `a/@scope/b` → `a`. */
const parentPath = (path: string) => path.replace(/(^|\/)(@[^/]+\/)?[^/]+$/, '')

/** `…/node_modules/a/node_modules/b/index.js` → `a/b`, as in bun.lock. */
const packageOf = (file: string) =>
  [...file.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name).join('/')

test('the service and the console contain only packages that `start` installs', async () => {
  const installed = listServicePackages()
  const sources = [...(await listSources()), ...(await readConsoleSources())]
  const needed = new Set(sources.map(packageOf).filter((name) => name !== ''))
  expect(needed).toContain('elysia')
  expect(needed).toContain('react-dom')
  expect([...needed].filter((name) => !installed.has(name))).toEqual([])
})

test('what `start` runs before the packages are there imports none', async () => {
  const entrypoints = ['setup', 'install', 'buildConsole'].map((name) => join(root, `scripts/${name}.ts`))
  const { metafile } = await Bun.build({ entrypoints, target: 'bun', metafile: true })
  expect(Object.keys(metafile?.inputs ?? {}).filter((file) => packageOf(file) !== '')).toEqual([])
})

/** The size on the disk, in bytes. */
const measure = (path: string): number => {
  const info = lstatSync(path)
  const own = info.blocks * 512
  if (!info.isDirectory()) return own
  return readdirSync(path).reduce((size, name) => size + measure(join(path, name)), own)
}

test(`\`start\` installs at most ${maxSize} MB, once, and a test installs the rest`, async () => {
  using folder = emptyFolder()
  for (const path of ['package.json', 'bun.lock', 'scripts/install.ts'])
    cpSync(join(root, path), join(folder.path, path))
  const install = (args: string[], env = {}) =>
    run([process.execPath, 'scripts/install.ts', ...args], folder.path, { env: { ...process.env, ...env } })
  const first = await install(['--service'])
  expect(first).toMatchObject({ code: 0, out: '' })
  const [, announced = ''] =
    /^Installing the packages that the service needs \(about (\d+) MB; .+\) …\nInstalled in [\d.]+ s\.\n$/.exec(
      first.err,
    ) ?? []
  const size = measure(join(folder.path, 'node_modules')) / 1024 / 1024
  expect(size).toBeLessThanOrEqual(maxSize)
  expect(Math.abs(size - Number(announced))).toBeLessThan(10)

  const nothing = { code: 0, out: '', err: '' }
  expect(await install(['--service'])).toEqual(nothing)
  // A test needs more, which it can't get here.
  const offline = { BUN_INSTALL_CACHE_DIR: join(folder.path, 'cache'), BUN_CONFIG_REGISTRY: 'http://127.0.0.1:1/' }
  const failed = await install([], offline)
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(failed.err).toMatch(
    /^Installing the packages, .+ …\nThe packages could not be installed\. The download failed \(ConnectionRefused\)\. .+\n$/,
  )
  // All packages are enough for a start.
  const marker = Bun.file(join(folder.path, 'node_modules/.installed'))
  await marker.write((await marker.text()).replace(' service', ''))
  expect(await install(['--service'], offline)).toEqual(nothing)
})
