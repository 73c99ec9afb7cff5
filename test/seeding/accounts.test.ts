import { afterAll, expect, spyOn } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword, verifyPassword } from '../../src/accounts/passwords.ts'
import { isLocked } from '../../src/accounts/users/lock.ts'
import { readEntries } from '../../src/audit/store.ts'
import type { Database } from '../../src/library/database.ts'
import { openLibrary } from '../../src/library/open.ts'
import type { AccountEntry } from '../../src/seeding/accounts/format.ts'
import { type AccountChange, InvalidAccounts, seedAccounts } from '../../src/seeding/accounts/seedAccounts.ts'
import { likedPaths, ownerOf, readByEmail, tokenFor } from '../support/accounts.ts'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { rejection } from '../support/database.ts'
import { readAllRows } from '../support/fixtures.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { emptyFolder } from '../support/folder.ts'

const [soWhat, blueInGreen] = ['kind-of-blue/01.flac', 'kind-of-blue/03.flac'] as const
const password = 'correct horse'
// Hashes of a low cost: what they cost otherwise, other tests say.
const compute = Bun.password.hash
const hashing = spyOn(Bun.password, 'hash').mockImplementation((text) =>
  compute(text, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
)
afterAll(() => hashing.mockRestore())
const hash = await hashPassword(password)

const ada: AccountEntry = {
  email: 'Ada@example.com',
  name: 'Ada',
  role: 'admin',
  password_hash: hash,
  token: tokenFor('ada'),
  likes: [blueInGreen, soWhat],
}
const bob: AccountEntry = { email: 'bob@example.com', password }

const readAudit = async ({ read }: Database) => {
  const entries = []
  for await (const page of readEntries(read, {})) entries.push(...page)
  return entries
}

test('accounts are created with their roles, passwords, tokens and likes', async (database) => {
  await seedValue(database, kindOfBlue)
  const report = await seedAccounts(database, [ada, bob])
  expect(report).toEqual({ created: 2, updated: 0, unchanged: 0, likes_added: 2 })
  const [user, other] = [await readByEmail(database, 'ada@EXAMPLE.com'), await readByEmail(database, bob.email)]
  expect(user).toMatchObject({ name: 'Ada', email: 'Ada@example.com', password: hash, role: { name: 'admin' } })
  expect(other).toMatchObject({ name: 'bob', role: { name: 'user' } })
  expect(await verifyPassword(password, other.password)).toBe('normalized')
  expect(await ownerOf(database, tokenFor('ada'))).toBe('Ada@example.com')
  expect(await likedPaths(database, 'ada@example.com')).toEqual([soWhat, blueInGreen])
})

test('seeding the same accounts again changes nothing and writes nothing to the file', async (database) => {
  await seedValue(database, kindOfBlue)
  const accounts = [ada, { ...bob, locked: true, likes: [soWhat], token: tokenFor('bob') }]
  await seedAccounts(database, accounts)
  const files = [database.path, `${database.path}-wal`]
  const before = files.map((file) => readFileSync(file))
  const report = await seedAccounts(database, accounts)
  expect(report).toEqual({ created: 0, updated: 0, unchanged: 2, likes_added: 0 })
  expect(files.map((file) => readFileSync(file))).toEqual(before)
})

test('a dry run needs no lock that another program holds, writes nothing, and says what the seed does', async (database) => {
  await seedValue(database, kindOfBlue)
  await seedAccounts(database, [bob])
  const changes: AccountChange[] = []
  const seed = (dryRun: boolean) =>
    seedAccounts(database, [ada, { ...bob, role: 'admin' }], {
      dryRun,
      onChange: (change) => void changes.push(change),
    })
  const other = await openLibrary(database.databaseUrl)
  const { committedWrites } = database.stats()
  const preview = await other.write(() => seed(true))
  expect(database.stats().committedWrites).toBe(committedWrites)
  const previewed = changes.splice(0)
  expect([await seed(false), changes]).toEqual([preview, previewed])
  expect(preview).toEqual({ created: 1, updated: 1, unchanged: 0, likes_added: 2 })
  await other.close()
})

test('an account that exists gets the members that differ, and keeps what the entry or the file leaves out', async (database) => {
  await seedValue(database, kindOfBlue)
  await seedAccounts(database, [ada, bob])
  const before = await readByEmail(database, bob.email)
  const changes: AccountChange[] = []
  const onChange = (change: AccountChange) => void changes.push(change)
  const entries: AccountEntry[] = [
    { email: 'BOB@example.com', name: 'Robert', role: 'admin', likes: [soWhat] },
    { email: 'ada@example.com' },
  ]
  const report = await seedAccounts(database, entries, { onChange })
  expect(report).toEqual({ created: 0, updated: 1, unchanged: 1, likes_added: 1 })
  expect(changes).toEqual([{ action: 'update', email: 'BOB@example.com', members: ['name', 'role'], likes_added: 1 }])
  const after = await readByEmail(database, bob.email)
  expect(after).toMatchObject({ name: 'Robert', email: bob.email, role: { name: 'admin' } })
  expect(after.password).toBe(before.password)
  expect(after.updated_at > before.updated_at).toBe(true)
  expect(await likedPaths(database, 'ada@example.com')).toHaveLength(2)
  await seedAccounts(database, [])
  expect(await readByEmail(database, bob.email)).toEqual(after)
})

test('only an account that changes gets a new updated_at, and likes and locks change none', async (database) => {
  await seedValue(database, kindOfBlue)
  await seedAccounts(database, [ada, bob])
  const before = await readByEmail(database, bob.email)
  const report = await seedAccounts(database, [{ email: bob.email, locked: true, likes: [soWhat] }])
  expect(report).toMatchObject({ updated: 1, likes_added: 1 })
  expect(await readByEmail(database, bob.email)).toEqual(before)
  expect(await isLocked(database.read, before.id)).toBe(true)
  await seedAccounts(database, [{ email: bob.email, locked: false }])
  expect(await isLocked(database.read, before.id)).toBe(false)
})

test('a new password ends the sessions of its account, except for the token of the entry', async (database) => {
  const token = tokenFor('bob')
  await seedAccounts(database, [{ ...bob, token }])
  await seedAccounts(database, [{ ...bob, token: tokenFor('second') }])
  expect(await ownerOf(database, token)).toBe(bob.email)
  await seedAccounts(database, [{ email: bob.email, password: 'another horse', token: tokenFor('second') }])
  expect(await ownerOf(database, token)).toBeUndefined()
  expect(await ownerOf(database, tokenFor('second'))).toBe(bob.email)
  expect(await verifyPassword('another horse', (await readByEmail(database, bob.email)).password)).toBe('normalized')
})

test('a password comes from a file beside the accounts file, without its final newline', async (database) => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'bob.txt'), `${password}\n`, { mode: 0o600 })
  const entry: AccountEntry = { email: bob.email, password_file: 'bob.txt' }
  await seedAccounts(database, [entry], { folder: folder.path })
  expect(await verifyPassword(password, (await readByEmail(database, bob.email)).password)).toBe('normalized')
})

test('an account with a token alone has no password that fits', async (database) => {
  await seedAccounts(database, [{ email: bob.email, token: tokenFor('bob') }])
  const stored = (await readByEmail(database, bob.email)).password
  for (const text of ['', password, bob.email]) expect(await verifyPassword(text, stored)).toBeUndefined()
})

test('likes are added in the order of the entry and never removed, and a track is named by its key, too', async (database) => {
  await seedValue(database, kindOfBlue)
  const [first, second] = kindOfBlue.tracks
  await seedValue(database, { tracks: [{ ...first, key: 'one', artists: [], genres: [] }] })
  await seedAccounts(database, [{ ...bob, likes: [second?.file_path ?? ''] }])
  const report = await seedAccounts(database, [{ ...bob, likes: [{ key: ' one ' }, soWhat, ` ${blueInGreen} `] }])
  expect(report.likes_added).toBe(1)
  expect(await likedPaths(database, bob.email)).toEqual([soWhat, blueInGreen])
  await seedAccounts(database, [{ ...bob, likes: [] }])
  expect(await likedPaths(database, bob.email)).toHaveLength(2)
})

test('the entries of the caller stay as they are', async (database) => {
  await seedValue(database, kindOfBlue)
  const entry: AccountEntry = { ...bob, name: ' Bob ', likes: [` ${soWhat} `] }
  const before = structuredClone(entry)
  await seedAccounts(database, [entry])
  expect(entry).toEqual(before)
  expect((await readByEmail(database, bob.email)).name).toBe('Bob')
})

test('the last admin keeps the role, and nothing is written', async (database) => {
  await seedAccounts(database, [{ email: 'ada@example.com', role: 'admin', token: tokenFor('ada') }])
  const before = readAllRows(database.path)
  const error = await rejection(seedAccounts(database, [{ email: 'ada@example.com', role: 'user' }, bob]))
  expect(error).toBeInstanceOf(InvalidAccounts)
  expect(error).toMatchObject({
    problems: [{ pointer: '/accounts/0/role', sentence: 'This is the last admin. Make somebody else an admin first.' }],
  })
  expect(readAllRows(database.path)).toEqual(before)
})

test('an entry further down can name the admin who takes the place of the last one', async (database) => {
  await seedAccounts(database, [{ email: 'ada@example.com', role: 'admin', token: tokenFor('ada') }])
  await seedAccounts(database, [
    { email: 'ada@example.com', role: 'user' },
    { ...bob, role: 'admin' },
  ])
  expect((await readByEmail(database, 'ada@example.com')).role.name).toBe('user')
  expect((await readByEmail(database, bob.email)).role.name).toBe('admin')
})

test('the audit trail has an entry for each change, of who seeds, and never a secret', async (database) => {
  await seedValue(database, kindOfBlue)
  const before = (await readAudit(database)).length
  const actor = { source: 'cli' } as const
  await seedAccounts(database, [ada, { ...bob, locked: true }], { actor })
  await seedAccounts(database, [{ email: bob.email, role: 'admin', password: 'another horse' }], { actor })
  await seedAccounts(database, [ada, { ...bob, password: 'another horse' }], { actor })
  const entries = (await readAudit(database)).slice(before)
  expect(entries.map(({ source, action, record }) => [source, action, record])).toEqual([
    ['cli', 'create', 'users/1'],
    ['cli', 'create', 'tokens/1'],
    ['cli', 'create', 'users/2'],
    ['cli', 'update', 'users/2'],
    ['cli', 'role', 'users/2'],
    ['cli', 'password', 'users/2'],
  ])
  expect(entries[0]?.changes).toMatchObject({ email: { from: null, to: 'Ada@example.com' } })
  expect(entries[3]?.changes).toEqual({ locked: { from: false, to: true } })
  const text = JSON.stringify(entries)
  for (const secret of [password, 'another horse', hash, 'mlib_', '$argon2']) expect(text).not.toContain(secret)
})

test('a password that changes while it is compared fails the seed', async (database) => {
  await seedAccounts(database, [bob])
  const other = { ...bob, password: 'another horse' }
  const results = await Promise.allSettled([
    seedAccounts(database, [other]),
    seedAccounts(database, [{ ...bob, password: 'a third horse' }]),
  ])
  const rejected = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(rejected).toEqual([expect.stringContaining('An account has changed meanwhile.')])
})

test('more passwords than can wait to be hashed are seeded', async (database) => {
  const accounts = Array.from({ length: 130 }, (_, at) => ({ email: `user${at}@example.com`, password }))
  hashing.mockClear()
  expect(await seedAccounts(database, accounts, { dryRun: true })).toMatchObject({ created: 130 })
  // A dry run stores no hash, so it computes none.
  expect(hashing).toHaveBeenCalledTimes(0)
  expect(await seedAccounts(database, accounts)).toMatchObject({ created: 130 })
  expect(hashing).toHaveBeenCalledTimes(130)
})
