import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { tokenFor } from '../support/accounts.ts'
import { kindOfBlue } from '../support/catalogue.ts'
import { createCliFolder } from '../support/cliFolder.ts'

const token = tokenFor('ada')
const password = 'correct horse'
const soWhat = 'kind-of-blue/01.flac'

const accounts = [
  { email: 'ada@example.com', role: 'admin', token, likes: [soWhat] },
  { email: 'bob@example.com', password_file: 'secrets/bob.txt', locked: true },
]

/** A folder with a catalogue, accounts and the password of one of them. */
const createFolder = (value: unknown = { accounts }) => {
  const folder = createCliFolder({ 'catalogue.json': kindOfBlue, 'accounts.json': value })
  mkdirSync(folder.pathOf('secrets'))
  folder.write('secrets/bob.txt', `${password}\n`)
  return folder
}

test('a file with a password that others may read is a problem, which says how to change that', async () => {
  using folder = createFolder()
  await folder.run('seed catalogue.json --new')
  const path = folder.pathOf('secrets/bob.txt')
  chmodSync(path, 0o644)
  const { code, err } = await folder.run('seed accounts.json')
  expect(code).toBe(1)
  expect(err).toContain(`The password_file can be read by others: ${path}. Keep it to yourself: chmod 600 ${path}\n`)
  expect(err).not.toContain(password)
  chmodSync(path, 0o600)
  expect((await folder.run('seed accounts.json')).code).toBe(0)
})

test('a dry run lists the accounts that would change, as text and as JSON, and creates no library', async () => {
  using folder = createFolder()
  const withoutLikes = { accounts: accounts.map(({ likes: _, ...account }) => account) }
  folder.write('accounts.json', withoutLikes)
  const dry = await folder.run('seed accounts.json --dry-run --exit-code')
  expect(dry.code).toBe(3)
  expect(dry.out).toBe(
    `There is no library at ${folder.path}/data/music-library.db: this shows what a new one would get.\n` +
      '+ ada@example.com\n+ bob@example.com\naccounts  2 created, 0 updated, 0 unchanged\nlikes     0 added\n' +
      'This was a dry run. Nothing was changed.\n',
  )
  expect(folder.list()).toEqual(['accounts.json', 'catalogue.json', 'secrets'])
  await folder.run('seed accounts.json --new')
  await folder.run('seed catalogue.json')
  folder.write('accounts.json', { accounts: [{ ...accounts[0], role: 'admin', name: 'Ada L', likes: [soWhat] }] })
  expect((await folder.run('seed accounts.json --dry-run')).out).toStartWith('~ ada@example.com (name, 1 like)\n')
  expect(JSON.parse((await folder.run('seed accounts.json --json --dry-run')).out)).toEqual({
    dry_run: true,
    created: 0,
    updated: 1,
    unchanged: 0,
    likes_added: 1,
    changes: [{ action: 'update', email: 'ada@example.com', members: ['name'], likes_added: 1 }],
  })
  expect(await folder.run('seed accounts.json --quiet')).toEqual({ code: 0, out: '', err: '' })
  expect(await folder.run('seed accounts.json --dry-run --exit-code')).toEqual({
    code: 0,
    out: 'This was a dry run. Nothing would change: the library already has the 1 account of the file.\n',
    err: '',
  })
})

test('a file with problems fails and changes nothing; the problems are lines, or JSON', async () => {
  using folder = createFolder('{ "accounts": [\n  { "email": "ada", "token": "mlib_" }\n] }')
  const { code, out, err } = await folder.run('seed accounts.json --new')
  expect([code, out]).toEqual([1, ''])
  expect(err.trim().split('\n')).toEqual([
    `Making a new library at ${folder.path}/data/music-library.db`,
    'accounts.json:2:14 /accounts/0/email The email must be an e-mail address.',
    expect.stringContaining('accounts.json:2:30 /accounts/0/token The token must be '),
    'music-library: accounts.json has 2 problems. No library was made.',
  ])
  expect(folder.list('data')).toEqual([])
  const json = await folder.run('seed accounts.json --new --json')
  expect(JSON.parse(json.out)).toMatchObject({ more: 0, problems: [{ pointer: '/accounts/0/email', line: 2 }, {}] })
})

test('wrong combinations of flags are wrong usage', async () => {
  using folder = createFolder()
  for (const [command, sentence] of [
    ['seed accounts.json --prune', '--prune is for catalogue files'],
    ['export --with-hashes', '--with-hashes needs --accounts'],
    ['export --accounts --keep-keys', '--keep-keys is for the catalogue'],
    ['schema tracks', 'Allowed choices are catalogue, accounts'],
  ] as const) {
    expect(await folder.run(command)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
  }
  expect(folder.list()).toEqual(['accounts.json', 'catalogue.json', 'secrets'])
})

test('exported accounts are a file that only its owner reads, and restore accounts and likes elsewhere', async () => {
  using folder = createFolder()
  await folder.run('seed catalogue.json --new')
  await folder.run('seed accounts.json')
  folder.write('export.json', '')
  chmodSync(folder.pathOf('export.json'), 0o644)
  const exported = await folder.run('export --accounts --with-hashes export.json')
  expect(exported).toEqual({ code: 0, out: 'Wrote 2 accounts to export.json.\n', err: '' })
  expect(statSync(folder.pathOf('export.json')).mode & 0o777).toBe(0o600)
  const text = readFileSync(folder.pathOf('export.json'), 'utf8')
  expect((await folder.run('export --accounts --with-hashes')).out).toBe(text)
  expect(text).not.toContain('mlib_')
  const plain = (await folder.run('export --accounts -')).out
  expect(plain).not.toContain('$argon2id')
  expect(plain).toContain('"locked": true')

  await folder.run('seed catalogue.json --database other.db')
  await folder.run('seed - --database other.db', { stdin: text })
  expect((await folder.run('export --accounts --with-hashes --database other.db')).out).toBe(text)
})
