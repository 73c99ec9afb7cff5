import { expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { createPackageManifest } from '../../scripts/package/manifest.ts'
import { platformPackageName } from '../../scripts/package/platformPackage.ts'
import { targets } from '../../scripts/release/targets.ts'
import { maxMs } from '../support/bounds.ts'
import { emptyFolder } from '../support/folder.ts'
import { everyNth } from '../support/longForm.ts'
import { run, runOk } from '../support/process.ts'
import { type Consumer, createConsumer, nodeFile } from './consumer.ts'
import { installPlatformPackage } from './platformPackage.ts'

/** A folder for the PATH with links to these programs. */
const createPath = (consumer: Consumer, programs: Record<string, string>) => {
  const folder = join(consumer.path, 'path')
  mkdirSync(folder)
  for (const [name, file] of Object.entries(programs)) symlinkSync(file, join(folder, name))
  return folder
}

const platformNames = () => {
  const names = targets
    .filter(({ os, cpu }) => os === process.platform && cpu === process.arch)
    .map(platformPackageName)
  return names.join(' or ')
}

const launcher = 'node_modules/.bin/music-library'

test('without an executable and without Bun, the launcher prints one line that says what to do', async () => {
  using consumer = await createConsumer({})
  // The launcher itself is on the PATH of npm's scripts.
  const PATH = createPath(consumer, { node: nodeFile(), 'music-library': join(consumer.path, launcher) })
  const launch = (env = {}) => run([launcher, 'doctor'], consumer.path, { env: { PATH, ...env } })
  const { code, err } = await launch()
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^music-library: No music-library executable was found\. .*MUSIC_LIBRARY_EXECUTABLE.*bun\n$/),
  ])
  expect((await launch({ MUSIC_LIBRARY_EXECUTABLE: '/bin/echo' })).out).toBe('doctor\n')

  const manifest = Bun.file(join(consumer.packageFolder, 'package.json'))
  expect(await manifest.json()).not.toHaveProperty('optionalDependencies')
  await manifest.write(JSON.stringify(createPackageManifest({ platformPackages: true })))
  const { err: errWithPackages } = await launch()
  expect(errWithPackages).toContain(`${platformNames()} is not installed. Install again without --omit=optional, or `)
})

test('with Bun on the PATH, the launcher runs the package, also its backups', async () => {
  using consumer = await createConsumer({})
  const PATH = createPath(consumer, { node: nodeFile(), bun: process.execPath })
  const server = Bun.spawn([launcher, 'serve', '--port', '0', '--backup-every', '1h', '--console', 'off'], {
    cwd: consumer.path,
    env: { PATH, LOG_FORMAT: 'text' },
    stdout: 'pipe',
    timeout: maxMs(30_000),
  })
  let output = ''
  for await (const chunk of server.stdout) {
    output += new TextDecoder().decode(chunk)
    if (output.includes('Backed up to ')) server.kill()
  }
  expect(output).toContain('Backed up to ')
  expect(output).toContain('Make one with: npx music-library user add')
  expect(output).toEndWith('Stopped.\n')
  expect(await server.exited).toBe(0)
})

/** Adds the package `bun` as npm installs it: with the program in it, or before the script that moves the program to it. */
const installBun = async (folder: string, { isMoved }: { isMoved: boolean }) => {
  const bin = join(folder, 'node_modules/bun/bin')
  await Bun.write(join(bin, '../package.json'), '{"name":"bun"}')
  mkdirSync(bin)
  if (isMoved) return symlinkSync(process.execPath, join(bin, 'bun.exe'))
  await Bun.write(join(bin, 'bun.exe'), '#!/bin/false\n')
  chmodSync(join(bin, 'bun.exe'), 0o755)
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch
  const platform = join(folder, `node_modules/@oven/bun-${process.platform}-${cpu}`)
  await Bun.write(join(platform, 'package.json'), '{}')
  mkdirSync(join(platform, 'bin'))
  symlinkSync(process.execPath, join(platform, 'bin/bun'))
}

// The other kind, with the program in the package, runs in the next test.
test.each(everyNth([false, true], 2))(
  'the package bun runs the package outside of scripts of npm, moved: %p',
  async (isMoved) => {
    const program = `
    import { startMusicLibrary } from 'music-library/testing'
    const library = await startMusicLibrary()
    console.log((await fetch(library.url + '/labels')).status)
    await library.stop()`
    using consumer = await createConsumer({ 'main.mjs': program })
    await installBun(consumer.path, { isMoved })
    const PATH = createPath(consumer, { node: nodeFile() })
    expect(await runOk([nodeFile(), 'main.mjs'], consumer.path, { env: { PATH } })).toBe('401\n')
    expect(await runOk([launcher, '--version'], consumer.path, { env: { PATH } })).toBe(`${version}\n`)
  },
)

test('a package that is installed elsewhere finds Bun and the executable in the project of the working directory', async () => {
  using consumer = await createConsumer({})
  using project = emptyFolder()
  const PATH = createPath(consumer, { node: nodeFile() })
  const command = [nodeFile(), join(consumer.packageFolder, 'launcher.js'), '--version']
  expect((await run(command, project.path, { env: { PATH } })).code).toBe(1)
  await installBun(project.path, { isMoved: true })
  expect(await runOk(command, project.path, { env: { PATH } })).toBe(`${version}\n`)
  const program = join(project.path, 'program')
  writeFileSync(program, '#!/bin/sh\necho the executable\n')
  await installPlatformPackage(project, program)
  expect(await runOk(command, project.path, { env: { PATH } })).toBe('the executable\n')
})

test('the executable for this platform and its C library takes precedence over one on the PATH, and this over Bun', async () => {
  using consumer = await createConsumer({})
  const PATH = createPath(consumer, { node: nodeFile(), bun: process.execPath, 'music-library': '/bin/echo' })
  const launch = () => run([launcher, 'on the PATH'], consumer.path, { env: { PATH } })
  expect((await launch()).out).toBe('on the PATH\n')
  const program = join(consumer.path, 'program')
  writeFileSync(program, '#!/bin/sh\necho of the package\n')
  const folder = await installPlatformPackage(consumer, program)
  expect((await launch()).out).toBe('of the package\n')
  const other = platformPackageName({ name: `${process.platform}-${process.arch}-musl` })
  const otherFolder = join(consumer.path, 'node_modules', other)
  mkdirSync(otherFolder)
  writeFileSync(join(otherFolder, 'package.json'), '{}')
  copyFileSync('/bin/false', join(otherFolder, 'music-library'))
  expect((await launch()).out).toBe('of the package\n')
  // A program without a loader, as the system sees one for another C library.
  writeFileSync(join(folder, 'music-library'), '#!/nothing/here\n')
  const { code, err } = await launch()
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('it is for a system with another C library (glibc or musl).'),
  ])
})

test('the package is not built into a folder with other files', async () => {
  using folder = emptyFolder()
  const other = join(folder.path, 'other.txt')
  writeFileSync(other, '')
  const script = join(import.meta.dir, '../../scripts/package.ts')
  const { code, err } = await run([process.execPath, script, folder.path], folder.path)
  expect([code, err]).toEqual([1, `${folder.path} is not empty. Name a new folder.\n`])
  expect(readdirSync(folder.path)).toEqual(['other.txt'])
})
