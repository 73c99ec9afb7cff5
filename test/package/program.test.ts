import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { type Consumer, createConsumer, nodeFile, run, runOk } from './consumer.ts'

/** A folder for the PATH with links to these programs. */
const createPath = (consumer: Consumer, programs: Record<string, string>) => {
  const folder = join(consumer.path, 'path')
  mkdirSync(folder)
  for (const [name, file] of Object.entries(programs)) symlinkSync(file, join(folder, name))
  return folder
}

const launcher = 'node_modules/.bin/music-library'

test('without an executable and without Bun, the launcher prints one line that says what to do', async () => {
  using consumer = await createConsumer({})
  // The launcher itself is on the PATH of npm's scripts.
  const PATH = createPath(consumer, { node: nodeFile(), 'music-library': join(consumer.path, launcher) })
  const { code, err } = await run([launcher, '--version'], consumer.path, { env: { PATH } })
  expect(code).toBe(1)
  expect(err).toBe(
    'music-library: No music-library executable was found. Name it with MUSIC_LIBRARY_EXECUTABLE, or install Bun (https://bun.sh), which can run this package.\n',
  )
})

test('with Bun on the PATH, the launcher runs the package, also its backups', async () => {
  using consumer = await createConsumer({})
  const PATH = createPath(consumer, { node: nodeFile(), bun: process.execPath })
  const server = Bun.spawn([launcher, 'serve', '--port', '0', '--backup-every', '1h'], {
    cwd: consumer.path,
    env: { PATH, LOG_FORMAT: 'text' },
    stdout: 'pipe',
    timeout: 30_000,
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

test('an executable on the PATH and one in the package take precedence over Bun', async () => {
  using consumer = await createConsumer({})
  const [executable, bun] = ['/bin/echo', process.execPath]
  const PATH = createPath(consumer, { node: nodeFile(), bun, 'music-library': executable })
  expect(await runOk([launcher, 'on the PATH'], consumer.path, { env: { PATH } })).toBe('on the PATH\n')
  mkdirSync(join(consumer.packageFolder, 'bin'))
  copyFileSync(await binary(), join(consumer.packageFolder, 'bin/music-library'))
  const { version } = await Bun.file(join(consumer.packageFolder, 'package.json')).json()
  expect(await runOk([launcher, '--version'], consumer.path, { env: { PATH } })).toBe(`${version}\n`)
})

test('a package with an executable names the machines that it is for', async () => {
  using consumer = await createConsumer({})
  const script = join(import.meta.dir, '../../scripts/package.ts')
  const folder = join(consumer.path, 'package')
  await runOk([process.execPath, script, folder, '--with-executable'], consumer.path)
  const { os, cpu } = await Bun.file(join(folder, 'package.json')).json()
  expect([os, cpu]).toEqual([[process.platform], [process.arch]])
  const PATH = createPath(consumer, { node: nodeFile() })
  const { version } = await Bun.file(join(folder, 'package.json')).json()
  expect(await runOk(['package/launcher.js', '--version'], consumer.path, { env: { PATH } })).toBe(`${version}\n`)
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
