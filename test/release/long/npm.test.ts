import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { buildPlatformPackage } from '../../../scripts/package/buildPlatformPackage.ts'
import { targets } from '../../../scripts/release/targets.ts'
import { client } from '../../support/client.ts'
import { emptyFolder } from '../../support/folder.ts'
import { findFreePort } from '../../support/freePort.ts'
import { run, runOk } from '../../support/process.ts'
import { testedTarget } from '../../support/shared/release.ts'
import { builtRelease } from '../built.ts'

// Publishes the packages of a release to a registry on this machine, and installs them from there as a user does.

const registryVersion = '5.33.0'

const temporary = emptyFolder()
const folderOf = (name: string) => {
  const folder = join(temporary.path, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Packages without dependencies need no other registry. */
const configuration = (storage: string) => `
storage: ${storage}
max_body_size: 500mb
uplinks: {}
packages: { '**': { access: $all, publish: $all } }
log: { type: stdout, format: json, level: fatal }
`

let registry: Bun.Subprocess | undefined
let npmConfig: Record<string, string> = {}

/** Starts the registry on a free port. @returns its URL */
const startRegistry = async () => {
  const folder = folderOf('registry')
  // A dependency of this version names a tag that not every registry has.
  const manifest = { private: true, dependencies: { verdaccio: registryVersion }, overrides: { 'node-fetch': '2.7.0' } }
  await Bun.write(join(folder, 'package.json'), JSON.stringify(manifest))
  await runOk(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'], folder, { timeoutMs: 300_000 })
  await Bun.write(join(folder, 'config.yaml'), configuration(join(folder, 'storage')))
  const free = findFreePort()
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  registry = Bun.spawn(['node', program, '--config', 'config.yaml', '--listen', `127.0.0.1:${free}`], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const url = `http://127.0.0.1:${free}`
  for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(100)) {
    const response = await fetch(`${url}/-/ping`).catch(() => undefined)
    if (response?.ok) return url
  }
  throw new Error('The registry did not start.')
}

const npm = (command: string[], cwd: string, timeoutMs = 300_000) => runOk(command, cwd, { env: npmConfig, timeoutMs })

beforeAll(async () => {
  const url = await startRegistry()
  const userConfig = join(temporary.path, 'npmrc')
  await Bun.write(userConfig, `${url.replace('http:', '')}/:_authToken=none\n`)
  npmConfig = { npm_config_registry: url, npm_config_userconfig: userConfig, npm_config_cache: folderOf('cache') }
  const packages = join(await builtRelease(), 'npm')
  for (const name of readdirSync(packages)) await npm(['npm', 'publish', join(packages, name)], temporary.path)
  // The packages of the other platforms are only there, so that npm has to choose.
  for (const target of targets.filter(({ name }) => name !== testedTarget)) {
    const folder = join(temporary.path, 'other', target.name)
    const executable = join(temporary.path, target.executable)
    await Bun.write(executable, '#!/bin/false\n')
    chmodSync(executable, 0o755)
    await buildPlatformPackage(target, executable, folder)
    await npm(['npm', 'publish', folder], temporary.path)
  }
}, 900_000)

afterAll(async () => {
  registry?.kill()
  await registry?.exited
  temporary[Symbol.dispose]()
})

const npx = ['npx', '--yes', `music-library@${version}`]

test('npx runs the program from an empty folder and an empty cache', async () => {
  expect(await npm([...npx, '--version'], folderOf('empty'))).toBe(`${version}\n`)
  const { code, err } = await run([...npx, 'sevre'], folderOf('empty'), { env: npmConfig })
  expect(code).toBe(2)
  expect(err).toContain('music-library: ')
  expect((await run([...npx, 'seed', 'missing.json'], folderOf('empty'), { env: npmConfig })).code).toBe(1)
}, 300_000)

test('a server that npx runs serves the sample, and stops with npx', async () => {
  const folder = folderOf('serve')
  const add = Bun.spawn([...npx, 'user', 'add', 'ada@example.com'], {
    cwd: folder,
    env: { ...process.env, ...npmConfig },
    stdin: new Blob(['a long secret']),
    stdout: 'pipe',
  })
  expect(await add.stdout.text()).toBe('Added ada@example.com with the role user.\n')
  const server = Bun.spawn([...npx, 'serve', '--sample', '--port', '0', '--port-file', 'port'], {
    cwd: folder,
    env: { ...process.env, ...npmConfig, LOG_FORMAT: 'text' },
    stdin: 'ignore',
    stdout: 'pipe',
    timeout: 120_000,
  })
  const portFile = join(folder, 'port')
  while (!existsSync(portFile) && server.exitCode === null) await Bun.sleep(50)
  const url = `http://127.0.0.1:${await Bun.file(portFile).text()}/api`.replace(/\s/g, '')
  const session = await client(url).post('/login', { email: 'ada@example.com', password: 'a long secret' })
  expect(session.status).toBe(200)
  const ada = client(url, session.body.token)
  expect((await ada.post('/tracks/3/like')).body).toEqual({ message: 'Track liked.' })
  server.kill('SIGKILL')
  // The server holds the other end of the pipe until it has stopped.
  expect(await server.stdout.text()).toEndWith('Stopped.\n')
  expect(existsSync(portFile)).toBe(false)
}, 300_000)

test('npm installs the executable for this platform only, and music-library/testing finds it', async () => {
  const folder = folderOf('project')
  await Bun.write(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await npm(['npm', 'install', '--no-audit', '--no-fund', `music-library@${version}`], folder)
  expect(readdirSync(join(folder, 'node_modules/@music-library'))).toEqual([testedTarget])
  await Bun.write(
    join(folder, 'main.js'),
    `import { startMusicLibrary } from 'music-library/testing'
       const library = await startMusicLibrary({ catalogue: 'sample' })
       console.log((await fetch(library.url + '/labels')).status)
       await library.stop()`,
  )
  expect(await runOk(['node', 'main.js'], folder)).toBe('401\n')
  await npm(['npm', 'install', '--omit=optional', '--no-audit', '--no-fund'], folder)
  const { code, err } = await run(
    [Bun.which('node') ?? 'node', 'node_modules/.bin/music-library', '--version'],
    folder,
    {
      env: { PATH: '/nowhere' },
    },
  )
  expect([code, err.split('. ')[1]?.startsWith('Install again without --omit=optional')]).toEqual([1, true])
}, 300_000)

test('the packages are the same when they are built again in another folder', async () => {
  const folder = join(temporary.path, 'again')
  const options = ['--target', testedTarget, '--platform-packages', '--compression-level', '0']
  await runOk([process.execPath, 'scripts/release.ts', folder, ...options], join(import.meta.dir, '../../..'), {
    timeoutMs: 600_000,
  })
  const readSums = async (release: string) =>
    (await Bun.file(join(release, 'SHA256SUMS')).text()).split('\n').filter((line) => line.includes('  npm/'))
  const sums = await readSums(folder)
  expect(sums.length).toBe(2)
  expect(sums).toEqual(await readSums(await builtRelease()))
}, 900_000)
