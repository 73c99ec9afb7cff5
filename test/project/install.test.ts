import { expect, test } from 'bun:test'
import { cpSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConsoleSources } from '../../scripts/buildConsole.ts'
import { listSources } from '../../scripts/buildLicenses.ts'
import { emptyFolder } from '../support/folder.ts'
import { run } from '../support/process.ts'

const root = join(import.meta.dir, '../..')

/** What `start` may leave in node_modules, in MB. */
const maxSize = 120

/** `…/node_modules/a/node_modules/b/index.js` → `node_modules/a/node_modules/b`; '' for a file of no package. */
const packageOf = (file: string) => /(node_modules\/(@[^/]+\/)?[^/]+\/)+/.exec(file)?.[0] ?? ''

/** The packages of which the service or the console contains a part. */
const listNeededPackages = async () => {
  const sources = [...(await listSources()), ...(await readConsoleSources())]
  return [...new Set(sources.map(packageOf).filter((name) => name !== ''))]
}

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

test(`\`start\` installs what the service and the console contain, at most ${maxSize} MB, once, and a test installs the rest`, async () => {
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
  const needed = await listNeededPackages()
  expect(needed).toEqual(expect.arrayContaining(['node_modules/elysia/', 'node_modules/react-dom/']))
  expect(needed.filter((path) => !existsSync(join(folder.path, path)))).toEqual([])

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
