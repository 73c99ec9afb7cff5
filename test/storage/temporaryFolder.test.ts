import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

const advice = 'A library in memory needs it: set TMPDIR to a folder with room that this user can write.'
const serveInMemory = ['serve', '--database', ':memory:', '--port', '0']

test('a temporary folder that is missing or a file is one line that names TMPDIR', async () => {
  using folder = emptyFolder()
  const [missing, file] = [join(folder.path, 'missing'), join(folder.path, 'file')]
  writeFileSync(file, '')
  for (const [path, problem] of [
    [missing, 'does not exist'],
    [file, 'is not a folder'],
  ] as const) {
    const result = await runBinary(serveInMemory, { cwd: folder.path, env: { TMPDIR: path } })
    expect(result).toEqual({
      code: 1,
      out: '',
      err: `music-library: The temporary folder ${path} ${problem}. ${advice}\n`,
    })
  }
})

test('for a program that embeds a library, an unusable temporary folder is an OperationalError', async () => {
  using folder = emptyFolder()
  const missing = join(folder.path, 'missing')
  const program = join(folder.path, 'program.ts')
  const index = new URL('../../src/index.ts', import.meta.url).pathname
  writeFileSync(
    program,
    `import { createMusicLibrary, OperationalError } from ${JSON.stringify(index)}
    await createMusicLibrary().catch((error) => console.log(error instanceof OperationalError, error.message))`,
  )
  const { stdout } = Bun.spawnSync([process.execPath, program], { env: { ...process.env, TMPDIR: missing } })
  expect(stdout.toString()).toBe(`true The temporary folder ${missing} does not exist. ${advice}\n`)
})

/** Runs a shell command with a root user and mounts of its own. */
const runWithMounts = (script: string, args: string[] = []) =>
  Bun.spawnSync(['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...args])

const canMount = Bun.which('unshare') !== null && runWithMounts('mount -t tmpfs tmpfs /mnt').success

test.skipIf(!canMount)('a full temporary folder is one line that names TMPDIR, and nothing stays in it', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'full')
  mkdirSync(path)
  const script = `mount -t tmpfs -o size=64k tmpfs ${path} && { TMPDIR=${path} "$@"; ls ${path}; }`
  const { stdout, stderr } = runWithMounts(script, [await binary(), ...serveInMemory])
  expect([stdout.toString(), stderr.toString()]).toEqual([
    '',
    `music-library: The temporary folder ${path} is full. ${advice}\n`,
  ])
})

test.skipIf(!canMount)('a read-only temporary folder is one line that names TMPDIR', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'read-only')
  mkdirSync(path)
  const script = `mount -t tmpfs -o ro tmpfs ${path} && TMPDIR=${path} "$@"`
  const { stderr } = runWithMounts(script, [await binary(), ...serveInMemory])
  expect(stderr.toString()).toBe(`music-library: The temporary folder ${path} is on a read-only disk. ${advice}\n`)
})
