import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../src/accounts/passwords.ts'
import { isLocked } from '../../src/accounts/users/lock.ts'
import { tracks } from '../../src/library/catalogueSchema.ts'
import type { Database } from '../../src/library/database.ts'
import { exportAccounts } from '../../src/seeding/accounts/export.ts'
import type { AccountEntry } from '../../src/seeding/accounts/format.ts'
import { InvalidAccountsFile } from '../../src/seeding/accounts/read.ts'
import { seedAccounts, seedAccountsFile } from '../../src/seeding/accounts/seedAccounts.ts'
import { likedPaths, ownerOf, readByEmail, tokenFor } from '../support/accounts.ts'
import { exportText, kindOfBlue, seedValue, withLibrary } from '../support/catalogue.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { seedText } from '../support/seedText.ts'

const hash = await hashPassword('correct horse')
const [soWhat, blueInGreen] = ['kind-of-blue/01.flac', 'kind-of-blue/03.flac'] as const

const accounts: AccountEntry[] = [
  { email: 'Zoe@example.com', name: 'Zoë', role: 'admin', password_hash: hash, likes: [blueInGreen, soWhat] },
  { email: 'ada@example.com', name: 'Ada', password_hash: hash, locked: true, token: tokenFor('ada') },
]

const exportAccountsText = async (database: Database, withHashes: boolean) => {
  const { chunks } = await database.snapshot((read) => exportAccounts(read, withHashes))
  return [...chunks].join('')
}

test('an export has one line for each account, by address, without hashes and tokens', async (database) => {
  await seedValue(database, kindOfBlue)
  await seedAccounts(database, accounts)
  expect(await exportAccountsText(database, false)).toBe(`{
  "$schema": "./accounts.schema.json",
  "accounts": [
    { "email": "ada@example.com", "name": "Ada", "role": "user", "locked": true },
    { "email": "Zoe@example.com", "name": "Zoë", "role": "admin", "likes": ["${blueInGreen}", "${soWhat}"] }
  ]
}
`)
})

test('the export of an empty library has no accounts, and can be seeded', async (database) => {
  const text = await exportAccountsText(database, true)
  expect(JSON.parse(text)).toEqual({ $schema: './accounts.schema.json', accounts: [] })
  expect(await seedAccountsFile(database, text)).toEqual({ created: 0, updated: 0, unchanged: 0, likes_added: 0 })
})

test('an export with hashes restores accounts and likes in an empty library with the same catalogue', async () => {
  const [catalogue, text] = await withLibrary(async (database) => {
    await seedValue(database, kindOfBlue)
    await seedAccounts(database, accounts)
    return [await exportText(database), await exportAccountsText(database, true)] as const
  })
  await withLibrary(async (database) => {
    await seedText(database, catalogue)
    expect(await seedAccountsFile(database, text)).toMatchObject({ created: 2, likes_added: 2 })
    const ada = await readByEmail(database, 'ada@example.com')
    expect(ada).toMatchObject({ name: 'Ada', role: { name: 'user' }, password: hash })
    expect(await isLocked(database.read, ada.id)).toBe(true)
    expect((await readByEmail(database, 'zoe@example.com')).role.name).toBe('admin')
    expect(await likedPaths(database, 'zoe@example.com')).toEqual([soWhat, blueInGreen])
    expect(await ownerOf(database, tokenFor('ada'))).toBeUndefined()
    expect(await exportAccountsText(database, true)).toBe(text)
    expect(await seedAccountsFile(database, text)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })
})

test('an export without hashes can be seeded where the accounts are, and nowhere else', async (database) => {
  await seedAccounts(database, [{ email: 'ada@example.com', password_hash: hash }])
  const text = await exportAccountsText(database, false)
  expect(await seedAccountsFile(database, text)).toMatchObject({ unchanged: 1 })
  await withLibrary(async (empty) => {
    expect(await rejection(seedAccountsFile(empty, text))).toBeInstanceOf(InvalidAccountsFile)
  })
})

test('tracks that share a path are named by the keys that the exported catalogue has', async () => {
  const same = { title: 'Same', file_path: 'same.flac' }
  const [catalogue, text, count] = await withLibrary(async (database) => {
    await seedValue(database, {
      tracks: [
        { ...same, key: 'mine' },
        { ...same, key: 'other' },
        { ...same, key: 'third' },
      ],
    })
    await seedAccounts(database, [
      { email: 'ada@example.com', password_hash: hash, likes: [{ key: 'mine' }, { key: 'other' }] },
    ])
    // The API creates tracks without keys.
    await database.write(async (tx) => {
      await tx.db.update(tracks).set({ key: null }).where(eq(tracks.key, 'other'))
    })
    const exported = await database.snapshot((read) => exportAccounts(read, true))
    return [await exportText(database), [...exported.chunks].join(''), exported.generatedKeyCount] as const
  })
  expect(count).toBe(1)
  expect(JSON.parse(text).accounts[0].likes).toEqual([{ key: 'mine' }, { key: 'same.flac #1' }])
  await withLibrary(async (database) => {
    await seedText(database, catalogue)
    expect(await seedAccountsFile(database, text)).toMatchObject({ created: 1, likes_added: 2 })
  })
})

test('a track with a key and a path of its own is named by its path, since the exported catalogue leaves its key out', async (database) => {
  await seedValue(database, { tracks: [{ title: 'One', file_path: 'one.flac', key: 'one' }] })
  await seedAccounts(database, [{ email: 'ada@example.com', password_hash: hash, likes: [{ key: 'one' }] }])
  expect(JSON.parse(await exportAccountsText(database, false)).accounts[0].likes).toEqual(['one.flac'])
})
