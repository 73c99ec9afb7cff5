import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPlatformPackage } from '../../scripts/package/buildPlatformPackage.ts'
import { createPackageManifest } from '../../scripts/package/manifest.ts'
import { targets } from '../../scripts/release/targets.ts'
import { emptyFolder } from '../support/folder.ts'
import { packageFolder } from './consumer.ts'

const readManifest = async () => Bun.file(join(await packageFolder(), 'package.json')).json()

test('npm installs the package offline, and nothing beside it', async () => {
  const modules = readdirSync(join(await packageFolder(), '..')).filter((name) => !name.startsWith('.'))
  expect(modules).toEqual(['music-library'])
  const { dependencies, devDependencies, scripts } = await readManifest()
  expect([dependencies, devDependencies, scripts]).toEqual([undefined, undefined, undefined])
})

test('every file that package.json names is in the package', async () => {
  const folder = await packageFolder()
  const { exports, bin } = await readManifest()
  const files = [...JSON.stringify([exports, bin]).matchAll(/:"(\.\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
})

test('the declarations of each entry have the values that the module has when it runs, and those of App none', async () => {
  const folder = await packageFolder()
  const declared = async (file: string) => {
    const exported = (await Bun.file(join(folder, file)).text()).matchAll(/^export \{ (.*) \}/gm)
    const names = [...exported].flatMap(([, list = '']) => list.split(', '))
    return names.flatMap((name) => (name.startsWith('type ') ? [] : [name.split(' ').at(-1)]))
  }
  for (const entry of ['index', 'client', 'testing']) {
    const values = Object.keys(await import(join(folder, `${entry}.js`))).sort()
    expect(values).not.toBeEmpty()
    for (const file of [`${entry}.d.ts`, `${entry}.d.cts`])
      expect([file, (await declared(file)).sort()]).toEqual([file, values])
  }
  expect(await declared('app.d.ts')).toEqual([])
})

test('the modules of the package for Node and browsers have source maps', async () => {
  for (const name of ['client.js', 'testing.js']) {
    const file = join(await packageFolder(), name)
    expect(await Bun.file(file).text()).toMatch(new RegExp(`//# sourceMappingURL=${name}.map\\s*$`))
    const { sources, sourcesContent } = await Bun.file(`${file}.map`).json()
    expect(sources.filter((source: string) => source.includes(`${name.replace('.js', '')}/`))).not.toBeEmpty()
    expect(sourcesContent).toHaveLength(sources.length)
  }
})

test('the pages of the package have no pictures, and their links lead to pages that it has', async () => {
  const folder = await packageFolder()
  const pages = ['*.md', 'docs/*.md'].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(folder)])
  expect(pages).toContain('docs/building-on-it.md')
  expect(pages.filter((page) => /architecture|development|adding-a/.test(page))).toEqual([])
  const missing: string[] = []
  for (const page of pages) {
    const text = await Bun.file(join(folder, page)).text()
    for (const [, picture, target = ''] of text.matchAll(/(!?)\[[^\]]*\]\(([^)\s#]+)[^)]*\)/g)) {
      const path = join(folder, dirname(page), target)
      if (picture || !(/^\w+:/.test(target) || existsSync(path))) missing.push(`${page}: ${target}`)
    }
  }
  expect(missing).toEqual([])
})

test('each package with an executable is for one platform, and the package names all of them', async () => {
  using folder = emptyFolder()
  const platforms: Record<string, unknown> = {}
  for (const target of targets) {
    await buildPlatformPackage(target, '/bin/true', join(folder.path, target.name))
    const { name, os, cpu, libc } = await Bun.file(join(folder.path, target.name, 'package.json')).json()
    platforms[name] = [os, cpu, libc].flat().filter(Boolean).join('-')
  }
  expect(Object.values(platforms).sort()).toEqual([
    'darwin-arm64',
    'linux-arm64-glibc',
    'linux-arm64-musl',
    'linux-x64-glibc',
    'linux-x64-musl',
    'win32-x64',
  ])
  const { optionalDependencies = {} } = createPackageManifest({ platformPackages: true })
  expect(Object.keys(optionalDependencies)).toEqual(Object.keys(platforms))
})
