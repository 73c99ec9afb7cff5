import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { createCliFolder, failure } from '../support/cliFolder.ts'

const defaultPath = 'data/music-library.db'
const sample = 'seed --sample --quiet'

test('a seed makes no library where none is named, unless --new is given', async () => {
  using folder = createCliFolder()
  const path = folder.pathOf(defaultPath)
  expect(await folder.run(sample)).toEqual(
    failure(`There is no library at ${path}. Name the library with --database, or make a new one there with --new.`),
  )
  const accounts = JSON.stringify({ accounts: [] })
  expect((await folder.run('seed -', { stdin: accounts })).code).toBe(1)
  expect(folder.list()).toEqual([])
  const made = await folder.run('seed --sample --new')
  expect([made.code, made.err]).toEqual([0, `Making a new library at ${path}\n`])
  expect(await folder.run(`${sample} --new`)).toEqual({ code: 0, out: '', err: '' })
  expect(await folder.run(sample)).toEqual({ code: 0, out: '', err: '' })
})

test('a seed makes a library that a flag, a variable or a configuration file names', async () => {
  using folder = createCliFolder({ 'settings.toml': 'database = "configured.db"\n' })
  const ways: [name: string, flags: string, env: Record<string, string>][] = [
    ['flag.db', '--database flag.db', {}],
    ['variable.db', '', { DATABASE_URL: 'variable.db' }],
    ['configured.db', '--config settings.toml', {}],
  ]
  for (const [name, flags, env] of ways) {
    const path = folder.pathOf(name)
    const { code, err } = await folder.run(`seed --sample ${flags}`, { env })
    expect([code, err]).toEqual([0, `Making a new library at ${path}\n`])
    expect(existsSync(path)).toBe(true)
  }
})

test('a dry run where there is no library says so in its first line, or with --json on standard error', async () => {
  using folder = createCliFolder()
  const line = `There is no library at ${folder.pathOf(defaultPath)}: this shows what a new one would get.\n`
  const dry = await folder.run('seed --sample --dry-run')
  expect([dry.code, dry.err]).toEqual([0, ''])
  expect(dry.out).toStartWith(`${line}19 labels to create:\n`)
  const json = await folder.run('seed --sample --dry-run --json')
  expect([json.err, JSON.parse(json.out).sections.labels.created]).toEqual([line, 19])
  const quiet = await folder.run(`${sample} --dry-run`)
  expect(quiet).toEqual({ code: 0, out: '', err: '' })
  expect(folder.list()).toEqual([])
})
