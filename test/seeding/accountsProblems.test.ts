import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountEntry } from '../../src/seeding/accounts/format.ts'
import { accountsSchema } from '../../src/seeding/accounts/format.ts'
import { InvalidAccountsFile, isAccountsFile } from '../../src/seeding/accounts/read.ts'
import { InvalidAccounts, seedAccounts, seedAccountsFile } from '../../src/seeding/accounts/seedAccounts.ts'
import { JsonSyntaxError, scanMembers } from '../../src/seeding/read/scanJson.ts'
import { tokenFor } from '../support/accounts.ts'
import { problemsOf as catalogueProblems, kindOfBlue, seedValue, withLibrary } from '../support/catalogue.ts'
import { newDatabase, rejection } from '../support/database.ts'
import { compileFileSchema } from '../support/fileSchema.ts'
import { readAllRows } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

const email = 'ada@example.com'
const token = tokenFor('ada')

/** Seeds the text of an accounts file that is invalid. Returns its problems as `line:column pointer sentence`. */
const problemsOf = (text: string, folder = '.') =>
  withLibrary(async (database) => {
    await seedValue(database, kindOfBlue)
    const error = await rejection(seedAccountsFile(database, text, { folder }))
    if (!(error instanceof InvalidAccountsFile)) throw error
    return error.problems.map(({ line, column, pointer, sentence }) => `${line}:${column} ${pointer} ${sentence}`)
  })

/** Seeds entries that are invalid. Returns the problems as `pointer sentence`. */
const problemsOfEntries = (entries: unknown[], folder = '.') =>
  withLibrary(async (database) => {
    // Callers in JavaScript may pass anything.
    const error = await rejection(seedAccounts(database, entries as AccountEntry[], { folder }))
    if (!(error instanceof InvalidAccounts)) throw error
    return error.problems.map(({ pointer, sentence }) => `${pointer} ${sentence}`)
  })

const acceptedByAjv = compileFileSchema(accountsSchema())

test('all problems are reported in one run, each with its line, column, pointer and sentence', async () => {
  const text = `{
  "accounts": [
    { "email": "ada", "role": "owner", "likes": ["nowhere.flac"] },
    { "email": "bob@example.com", "password": "short", "locked": 1,
      "likes": ["kind-of-blue/01.flac", { "key": "none" }, 5] },
    { "email": "eve@example.com" },
    { "name": "Nobody" }
  ]
}`
  expect(await problemsOf(text)).toEqual([
    '3:16 /accounts/0/email The email must be an e-mail address.',
    '3:31 /accounts/0/role The role must be admin or user.',
    '3:50 /accounts/0/likes/0 No track has the file_path "nowhere.flac". Import the catalogue first, or correct it.',
    '4:47 /accounts/1/password The password must be at least 8 characters long.',
    '4:66 /accounts/1/locked The locked must be true or false.',
    '5:41 /accounts/1/likes/1 No track has the key "none". Import the catalogue first, or correct it.',
    '5:60 /accounts/1/likes/2 Entry 3 of likes must be the file_path of a track, or { "key": … } with its key.',
    '6:5 /accounts/2 The library has no account with this email. Give it a password, a password_file, a password_hash or a token.',
    '7:5 /accounts/3/email The email is required.',
  ])
})

const isHash = 'password_hash The password_hash must be an argon2id or bcrypt hash'
const isLike = 'likes/0 Entry 1 of likes must be the file_path'

test.each<[members: object, problem: string]>([
  [{ nickname: 'Ada' }, 'nickname An account has no "nickname"; it has email, name, role'],
  [{ token: 'mlib_short' }, 'token The token must be mlib_ and 43 characters'],
  [{ password: '' }, 'password The password must be text with something in it'],
  [{ name: ' ' }, 'name The name must be text with something in it'],
  [{ likes: 'a.flac' }, 'likes The likes must be an array.'],
  [{ likes: [{ path: 'a.flac' }] }, isLike],
  [{ likes: [{ key: 'a', more: 1 }] }, isLike],
  [{ role: null }, 'role The role must be admin or user.'],
  [{ password_hash: 'secret words' }, isHash],
  // Of argon2i, of more than a gigabyte, and with a prefix that is none of ours.
  [
    {
      password_hash:
        '$argon2i$v=19$m=8,t=1,p=1$athHWLsv0dXnZzyAU9Vi5Kd+6ENxq2cEGfF6SDF285I$XAYvnxp+0u6nYlfU1tVpLZjBvGzJogv38zO2Va8FMoE',
    },
    isHash,
  ],
  [
    {
      password_hash:
        '$argon2id$v=19$m=9999999,t=2,p=1$heiL/CVLN4kLCvSS9XeHHC+fvIdniQ6wwyTjOJXf2zY$ThMw6uknf59aNU/OceAN9WIFvT51h1rgHYYhKCcw88A',
    },
    isHash,
  ],
  [{ password_hash: '$2x$04$pjQL1yDCZ7aedTTaCsFOW.j7mZOiadEEQ.InSBOjfaZoJwX4NXmtC' }, isHash],
])('an account with %j is rejected, also by a standard validator', async (members, problem) => {
  const entry = { email, ...('password_hash' in members || 'password' in members ? {} : { token }), ...members }
  expect(await problemsOfEntries([entry])).toEqual([expect.stringContaining(`/accounts/0/${problem}`)])
  expect(acceptedByAjv(JSON.parse(JSON.stringify({ accounts: [entry] })))).toBe(false)
})

test('an account is an object, has a hash that can be read, and has one password', async () => {
  const password = 'correct horse'
  const hash = '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'
  expect(
    await problemsOfEntries([
      null,
      { email: 'a@example.com', password_hash: hash },
      { email: 'b@example.com', password, password_hash: 'x' },
      { email: 'c@example.com', password, password_file: 'a.txt' },
    ]),
  ).toEqual([
    expect.stringContaining('/accounts/0 An account is an object with email, name, role'),
    expect.stringContaining(`/accounts/1/${isHash}`),
    expect.stringContaining(`/accounts/2/${isHash}`),
    '/accounts/3/password_file An account has one of password and password_file. Keep one of them.',
  ])
})

test('a standard validator accepts what an account may have', () => {
  const accounts = [
    { email },
    { email, name: 'Ada', role: 'admin', password: 'correct horse', token, locked: true },
    { email, password_file: '/run/secrets/ada', likes: ['a.flac', { key: 'a' }] },
    { email, password_hash: '$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234' },
  ]
  expect(acceptedByAjv({ $schema: './accounts.schema.json', accounts })).toBe(true)
})

test.each(['$2a$', '$2b$', '$2y$'])('a bcrypt hash with the prefix %s is accepted', async (prefix) => {
  const hash = (await Bun.password.hash('correct horse', { algorithm: 'bcrypt', cost: 4 })).replace('$2b$', prefix)
  await withLibrary(async (database) => {
    expect(await seedAccounts(database, [{ email, password_hash: hash }])).toMatchObject({ created: 1 })
    expect(await seedAccounts(database, [{ email, password: 'correct horse' }])).toMatchObject({ unchanged: 1 })
  })
})

test('a file with a password that is missing, empty, a folder or too short is reported', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'empty.txt'), '\n')
  writeFileSync(join(folder.path, 'short.txt'), 'short\n')
  mkdirSync(join(folder.path, 'folder'))
  const names = ['missing.txt', 'empty.txt', 'folder', 'short.txt']
  const entries = names.map((password_file, at) => ({ email: `user${at}@example.com`, password_file }))
  const path = (name: string) => join(folder.path, name)
  expect(await problemsOfEntries(entries, folder.path)).toEqual([
    `/accounts/0/password_file The password_file can't be read: ${path('missing.txt')}. A path is relative to the folder of this file.`,
    `/accounts/1/password_file The password_file is an empty file: ${path('empty.txt')}`,
    `/accounts/2/password_file The password_file can't be read: ${path('folder')}. A path is relative to the folder of this file.`,
    '/accounts/3/password_file The password_file has a password that must be at least 8 characters long.',
  ])
})

test('two entries with one address or one token are reported', async () => {
  const entries = [
    { email, token },
    { email: 'ADA@example.com', password: 'correct horse' },
    { email: 'bob@example.com', token },
  ]
  expect(await problemsOfEntries(entries)).toEqual([
    '/accounts/1/email Number 1 of accounts has the same email. Take one out.',
    '/accounts/2/token Number 1 of accounts has the same token. Take one out.',
  ])
})

test('the token of another account is reported, and nothing is written', async () => {
  await using database = await newDatabase()
  await seedAccounts(database, [{ email, token }])
  const before = readAllRows(database.path)
  const error = await rejection(
    seedAccounts(database, [{ email: 'bob@example.com', token, password: 'correct horse' }]),
  )
  expect(error).toMatchObject({
    problems: [
      { pointer: '/accounts/0/token', sentence: 'Another account has this token. Give this one another token.' },
    ],
  })
  expect(readAllRows(database.path)).toEqual(before)
})

test('a path that several tracks have is reported with their ids', () =>
  withLibrary(async (database) => {
    const tracks = ['one', 'two'].map((key) => ({ title: key, key, file_path: 'same.flac' }))
    await seedValue(database, { tracks })
    const error = await rejection(seedAccounts(database, [{ email, token, likes: ['same.flac'] }]))
    expect(error).toMatchObject({
      problems: [
        {
          pointer: '/accounts/0/likes/0',
          sentence: 'Several tracks have the file_path "same.flac": ids 1, 2. Name one by its key, as { "key": … }.',
        },
      ],
    })
    expect(await seedAccounts(database, [{ email, token, likes: [{ key: 'two' }] }])).toMatchObject({ likes_added: 1 })
  }))

test('a member that an entry, the file or a liked track has twice is reported', async () => {
  const text = `{ "accounts": [
  { "email": "${email}", "token": "${token}", "email": "${email}",
    "likes": [{ "key": "a", "key": "b" }] }], "accounts": [] }`
  const problems = await problemsOf(text)
  expect(problems).toHaveLength(4)
  for (const pointer of ['/accounts', '/accounts/0/email', '/accounts/0/likes/0/key']) {
    expect(problems).toContainEqual(expect.stringContaining(` ${pointer} "${pointer.split('/').at(-1)}" is here twice`))
  }
})

test.each([
  ['{ "accounts": [', '1:16  A closing ] is expected here.'],
  ['{ "accounts": {} }', '1:15 /accounts The accounts must be an array of objects.'],
  ['{ "accounts": [], "users": [] }', '1:28 /users An accounts file has no "users"; it has accounts.'],
  ['{ "accounts": [], "$schema": 5 }', '1:30 /$schema The $schema must be text'],
  [
    '{ "accounts": [], "labels": [] }',
    '1:29 /labels The catalogue has a file of its own. Move this section there, and import both files.',
  ],
])('%s is rejected', async (text, problem) => {
  expect(await problemsOf(text)).toEqual([expect.stringContaining(problem)])
})

test('a catalogue with accounts is rejected with a sentence that says where they belong', () =>
  withLibrary(async (database) => {
    expect(await catalogueProblems(database, { labels: [], accounts: [] })).toEqual([
      '/accounts Accounts have a file of their own. Move them there, and import both files.',
    ])
  }))

test.each([
  ['{ "accounts": [] }', true],
  ['{ "$schema": "./accounts.schema.json", "accounts": [', true],
  ['{ "users": { "labels": 1 }, "accounts": [] }', true],
  ['{ "labels": [{ "accounts": 1 }], "accounts": [] }', false],
  ['{ "tracks": [] }', false],
  ['{ "$schema" }', false],
  ['', false],
])('whether %s is an accounts file: %p', (text, expected) => {
  expect(isAccountsFile(text)).toBe(expected)
})

test('a long catalogue is not read to its end to tell that it is none of accounts', () => {
  // The value of a member is read when the next member is asked for.
  const members = scanMembers('{ "labels": [{ "name": "x" }, and no more JSON', 0)
  expect(members.next().done).toBe(false)
  expect(() => members.next()).toThrow(JsonSyntaxError)
  // So only the members up to the first section are read: that one decides, whatever comes after it.
  expect(isAccountsFile('{ "labels": [], "accounts": [] }')).toBe(false)
})

test('problems never contain a password, a hash or a token', async () => {
  const secrets = ['short', `${token}x`, '$argon2id$broken']
  const [password, longToken, password_hash] = secrets
  const problems = await problemsOfEntries([
    { email, password },
    { email: 'b@example.com', token: longToken },
    { email: 'c@example.com', password_hash },
  ])
  expect(problems).toHaveLength(3)
  for (const secret of secrets) expect(problems.join()).not.toContain(secret)
})
