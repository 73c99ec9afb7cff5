import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../../src/config/setting.ts'
import { type SettingName, settingNames, settings } from '../../src/config/settings.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'

test.each([
  ['--help', ['serve', 'seed', 'user', '--version', 'More commands:\n  import, schema, ', '"help <command>"']],
  ['help serve', ['PORT', '--database', 'DATABASE_URL', 'ADMIN_EMAIL', '3000', '--help-all']],
  ['token --help', ['list', 'revoke', 'prune']],
  ['token revoke --help', ['--user', 'music-library token revoke 12 15']],
])('%p prints help that names the commands or flags', async (command, names) => {
  using folder = createCliFolder()
  const { code, out, err } = await folder.run(command)
  expect([code, err]).toEqual([0, ''])
  for (const name of names) expect(out).toContain(name)
})

test('the help of serve and of config has the common settings, and --help-all has all', async () => {
  using folder = createCliFolder()
  const flagsOf = (help: string) => help.match(/^ {2}--[a-z-]+/gm)?.map((flag) => flag.trim()) ?? []
  const flags = (names: readonly SettingName[]) =>
    names.flatMap((name) => (settings[name] as Setting).flag?.split(' ')[0] ?? [])
  const common = settingNames.filter((name) => (settings[name] as Setting).common)
  expect(common).toHaveLength(10)
  for (const command of ['serve', 'config']) {
    const short = flagsOf((await folder.run(`${command} --help`)).out)
    const all = flagsOf((await folder.run(`${command} --help-all`)).out)
    expect(all).toEqual(expect.arrayContaining(flags(settingNames)))
    expect(short.filter((flag) => flags(settingNames).includes(flag))).toEqual(flags(common))
    expect(short).toContain('--help-all')
  }
  const page = await Bun.file(join(import.meta.dir, '../../docs/configuration.md')).text()
  const [table = ''] = page.split('## All other settings')
  expect([...table.matchAll(/^\| `(--[a-z-]+)`/gm)].map((row) => row[1]).toSorted()).toEqual(flags(common).toSorted())
})

test('--version prints the version of package.json', async () => {
  using folder = createCliFolder()
  const { version } = await Bun.file(join(import.meta.dir, '../../package.json')).json()
  expect(await folder.run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test.each<[string, Record<string, string>, string]>([
  ['sevre', {}, 'serve'],
  ['serve --prot 1', {}, '--port'],
  ['--databse x', {}, '--database'],
  ['user', {}, 'music-library user --help'],
  ['help sede', {}, 'Did you mean seed?'],
  ['user help rm', {}, 'Did you mean remove?'],
  ['token rm 3', {}, 'Did you mean revoke?'],
  ['user add a@b.co --password', {}, 'read from standard input'],
  ['user password a@b.co --pass correct-horse', {}, 'read from standard input'],
  ['user role a@b.co king', {}, 'admin, user'],
  ['token revoke', {}, '--user'],
  ['token revoke 1 --user a@b.co', {}, '--user'],
  ['token prune', {}, '--unused-for'],
  ['token prune --unused-for 90', {}, '90d'],
  ['seed', {}, '--sample'],
  ['seed a.json --prune-at-most 5', {}, '--prune'],
  ['seed a.json --prune --prune-at-most 25%', {}, 'Give a number of records, such as 25, not a percentage.'],
  ['seed a.json --exit-code', {}, '--dry-run'],
  ['seed a.json --full', {}, '--dry-run'],
  ['serve --cors-origins https://a.example/', {}, 'without a path'],
  ['serve --idle-timeout 1', {}, '255'],
  ['serve --seed a.json --sample', {}, "option '--seed <file>' cannot be used with option '--sample [tracks]'"],
  ['serve', { ADMIN_PASSWORD_FILE: 'somewhere' }, 'ADMIN_PASSWORD_FILE'],
])('%p with %p is wrong usage: it prints one line with advice, and exits with 2', async (command, env, hint) => {
  using folder = createCliFolder()
  const result = await folder.reject(command, { env })
  expectFailure(result, 2, hint)
  expect(result.err).not.toContain('correct-horse')
})

test.each<[string, string]>([
  ['serve --port 0 --database notes.txt', 'not a SQLite database'],
  ['serve --port 0 --database notes.txt/library.db', 'not a folder'],
  ['seed missing.json', 'no file missing.json'],
  ['seed --sample --database ~/x.db', 'A shell puts your home folder in the place of ~ only'],
  ['seed latin1.json', 'UTF-8'],
  ['serve --port 0 --host 203.0.113.1', '203.0.113.1'],
])('%p fails: it prints one line with the reason, and exits with 1', async (command, hint) => {
  using folder = createCliFolder({
    'notes.txt': 'milk, eggs, and more words than a header has. '.repeat(40),
    'latin1.json': Buffer.from('{"labels":[{"name":"Bj\xf6rk"}]}', 'latin1'),
  })
  expectFailure(await folder.run(command), 1, hint)
  expect(folder.list()).toEqual(['latin1.json', 'notes.txt'])
})

test('a folder ~ that is there can have a library', async () => {
  using folder = createCliFolder()
  mkdirSync(folder.pathOf('~'))
  expect((await folder.run('seed --sample --quiet --database ~/x.db')).code).toBe(0)
})
