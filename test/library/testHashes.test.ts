import { expect } from 'bun:test'
import { hashTestPassword, verifyPassword } from '../../src/accounts/passwords.ts'
import { createMusicLibrary } from '../../src/index.ts'
import { restore } from '../../src/library/file/restore.ts'
import { openLibrary } from '../../src/library/open.ts'
import { runSql } from '../support/audit.ts'
import { rejection } from '../support/database.ts'
import { folderTest as test } from '../support/fixtureTest.ts'
import { createOwner } from '../support/owner.ts'

const email = 'ada@example.com'
const password = 'a long secret'
const hash = hashTestPassword(password)

test('a hash of a test is accepted only where it is allowed', async () => {
  const accepting = { owner: createOwner(''), abortCheck: () => {}, acceptsTestHashes: true }
  expect(await verifyPassword(password, hash, accepting)).toBe('normalized')
  expect(await verifyPassword('another secret', hash, accepting)).toBeUndefined()
  expect(await verifyPassword(password, hash)).toBeUndefined()
})

test('a library in a file does not take it: as a password_hash, in the open file, when it is opened, and from a backup', async ({
  file,
}) => {
  const [path, backup] = [file('library.db'), file('backup.db')]
  const seeding = createMusicLibrary({ users: [{ email, password_hash: hash }] })
  expect(String(await rejection(seeding))).toContain('The password_hash must be an argon2id or bcrypt hash')
  {
    await using library = await createMusicLibrary({ database: path, users: [{ email, password }] })
    const [stored] = runSql(path, 'SELECT password FROM users')[0] ?? []
    expect(stored).toStartWith('$argon2id$v=19$m=19456,')
    runSql(path, 'UPDATE users SET password = ?', hash)
    expect(await rejection(library.anonymous.login({ email, password }))).toMatchObject({ status: 422 })
  }
  const message = 'has the password of a test, in account 1. Such passwords are only for libraries in memory.'
  expect(String(await rejection(openLibrary(path)))).toContain(`${path} ${message}`)
  await Bun.write(backup, Bun.file(path))
  expect(() => restore(backup, file('other.db'))).toThrow(`${backup} ${message}`)
})
