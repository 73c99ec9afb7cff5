import { expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

const defaultPath = 'data/music-library.db'
const sample = ['seed', '--sample', '--quiet']

test('a seed makes no library where none is named, unless --new is given', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, defaultPath)
  expect(await runBinary(sample, { cwd: folder.path })).toEqual({
    code: 1,
    out: '',
    err: `music-library: There is no library at ${path}. Name the library with --database, or make a new one there with --new.\n`,
  })
  const accounts = JSON.stringify({ accounts: [] })
  expect((await runBinary(['seed', '-'], { cwd: folder.path, stdin: accounts })).code).toBe(1)
  expect(readdirSync(folder.path)).toEqual([])
  const made = await runBinary(['seed', '--sample', '--new'], { cwd: folder.path })
  expect([made.code, made.err]).toEqual([0, `Making a new library at ${path}\n`])
  expect(await runBinary([...sample, '--new'], { cwd: folder.path })).toEqual({ code: 0, out: '', err: '' })
  expect(await runBinary(sample, { cwd: folder.path })).toEqual({ code: 0, out: '', err: '' })
})

test('a seed makes a library that a flag, a variable or a configuration file names', async () => {
  using folder = emptyFolder()
  await Bun.write(join(folder.path, 'settings.toml'), 'database = "configured.db"\n')
  const ways: [name: string, args: string[], env: Record<string, string>][] = [
    ['flag.db', ['--database', 'flag.db'], {}],
    ['variable.db', [], { DATABASE_URL: 'variable.db' }],
    ['configured.db', ['--config', 'settings.toml'], {}],
  ]
  for (const [name, args, env] of ways) {
    const path = join(folder.path, name)
    const { code, err } = await runBinary(['seed', '--sample', ...args], { cwd: folder.path, env })
    expect([code, err]).toEqual([0, `Making a new library at ${path}\n`])
    expect(existsSync(path)).toBe(true)
  }
})

test('a dry run where there is no library says so in its first line, or with --json on standard error', async () => {
  using folder = emptyFolder()
  const line = `There is no library at ${join(folder.path, defaultPath)}: this shows what a new one would get.\n`
  const dry = await runBinary(['seed', '--sample', '--dry-run'], { cwd: folder.path })
  expect([dry.code, dry.err]).toEqual([0, ''])
  expect(dry.out).toStartWith(`${line}19 labels to create:\n`)
  const json = await runBinary(['seed', '--sample', '--dry-run', '--json'], { cwd: folder.path })
  expect([json.err, JSON.parse(json.out).sections.labels.created]).toEqual([line, 19])
  const quiet = await runBinary([...sample, '--dry-run'], { cwd: folder.path })
  expect(quiet).toEqual({ code: 0, out: '', err: '' })
  expect(readdirSync(folder.path)).toEqual([])
})

test('--new makes no library in the place of one that has disappeared', async () => {
  using folder = emptyFolder()
  await runBinary([...sample, '--new'], { cwd: folder.path })
  rmSync(join(folder.path, defaultPath))
  for (const args of [sample, [...sample, '--new']]) {
    const { code, err } = await runBinary(args, { cwd: folder.path })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^music-library: .+ is still here\. Put the library back .+\n$/),
    ])
  }
})
