import { expect, spyOn } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readAccount } from '../../src/accounts/users/store.ts'
import { users } from '../../src/library/accountSchema.ts'
import { exportAccounts } from '../../src/seeding/accounts/export.ts'
import { seedAccounts } from '../../src/seeding/accounts/seedAccounts.ts'
import { readTrail } from '../support/audit.ts'
import { client } from '../support/client.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

// The same password in the two forms of Unicode.

const test = fixtureTest(() => startTestLibrary({ loginThrottle: false }))

const composed = 'pässwörd tệst'.normalize('NFC')
const decomposed = composed.normalize('NFD')
const forms = [composed, decomposed]

const email = 'nica@example.com'
const quick = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

const logIn = (library: TestLibrary, password: string, address = email) =>
  library.anonymous.post('/login', { email: address, password })

const expectBothForms = async (library: TestLibrary) => {
  for (const form of forms) expect((await logIn(library, form)).status).toBe(200)
}

const storedHash = async ({ library }: TestLibrary) => (await readAccount(library.read, email))?.password ?? ''

/** Stores the hash of a password as it was sent, as earlier versions and other programs have it. */
const storeHashOf = async ({ library }: TestLibrary, password: string) => {
  const hash = await Bun.password.hash(password, quick)
  await library.write(
    async ({ db }) => void (await db.update(users).set({ password: hash }).where(eq(users.email, email))),
  )
  return hash
}

test('a password that was set in one form fits in both', async (library) => {
  const { anonymous } = library
  const sent = { name: 'Nica', email, password: decomposed, password_confirmation: composed }
  const registered = await anonymous.post('/register', sent)
  expect(registered.status).toBe(201)
  await expectBothForms(library)
  const nica = client(library.url, registered.body.token)
  expect((await nica.put('/me', { password: `${decomposed}!`, current_password: composed })).status).toBe(200)
  for (const form of forms) expect((await logIn(library, `${form}!`)).status).toBe(200)
  expect((await logIn(library, composed)).status).toBe(422)
})

test('the hash of a password as it was sent is replaced after a login, and its tokens stay', async (library) => {
  const nica = await library.createAccount(email)
  const before = await storeHashOf(library, decomposed)
  expect((await logIn(library, composed)).status).toBe(422)
  expect((await logIn(library, `${decomposed}x`)).status).toBe(422)
  expect(await storedHash(library)).toBe(before)
  const account = (await nica.get('/me')).body
  const entries = (await readTrail(library)).length
  expect((await logIn(library, decomposed)).status).toBe(200)
  const after = await storedHash(library)
  expect([after === before, await Bun.password.verify(composed, after)]).toEqual([false, true])
  await expectBothForms(library)
  expect(await storedHash(library)).toBe(after)
  expect((await nica.get('/me')).body).toEqual(account)
  const added = (await readTrail(library)).slice(entries)
  expect(added.map(({ action }) => action).filter((action) => action !== 'login')).toEqual([])
})

test('a current_password replaces the hash, too, and a wrong one does not', async (library) => {
  const nica = await library.createAccount(email)
  const before = await storeHashOf(library, decomposed)
  for (const [current_password, status] of [
    [composed, 400],
    [decomposed, 200],
  ] as const) {
    expect((await nica.put('/me', { email: email.toUpperCase(), current_password })).status).toBe(status)
    expect((await storedHash(library)) === before).toBe(status === 400)
  }
  await expectBothForms(library)
})

test('seeding the password of an account replaces the hash, and reports no change; a dry run does not', async (library) => {
  const nica = await library.createAccount(email)
  const before = await storeHashOf(library, decomposed)
  const entry = { email, password: decomposed }
  const unchanged = { created: 0, updated: 0, unchanged: 1, likes_added: 0 }
  expect(await seedAccounts(library.library, [entry], { dryRun: true })).toEqual(unchanged)
  expect(await storedHash(library)).toBe(before)
  expect(await seedAccounts(library.library, [entry])).toEqual(unchanged)
  expect((await nica.get('/me')).status).toBe(200)
  await expectBothForms(library)
  expect(await seedAccounts(library.library, [{ email, password: composed }])).toEqual(unchanged)
  const { chunks } = await library.library.snapshot((read) => exportAccounts(read, true))
  const { accounts } = JSON.parse([...chunks].join(''))
  expect(accounts.find((account: { email: string }) => account.email === email).password_hash).not.toBe(before)
})

test('D5: lengths count as sent, and the longest password fits in both forms', async (library) => {
  const { anonymous } = library
  const register = (password: string, address: string) =>
    anonymous.post('/register', { name: 'a', email: address, password, password_confirmation: password })
  // Eight characters as sent, which are four in the other form.
  expect((await register('é'.normalize('NFD').repeat(4), 'short@example.com')).status).toBe(201)
  expect((await register('é'.repeat(7), 'seven@example.com')).status).toBe(400)
  // Four characters each in the other form, which is longer than a new password may be.
  const longest = '\u1f82'.repeat(1024)
  expect((await register(longest, 'long@example.com')).status).toBe(201)
  for (const form of ['NFC', 'NFD'])
    expect((await logIn(library, longest.normalize(form), 'long@example.com')).status).toBe(200)
  const tooLong = '\u1f82'.normalize('NFD').repeat(1024)
  expect((await register(tooLong, 'longer@example.com')).status).toBe(400)
  expect((await logIn(library, longest.slice(1), 'long@example.com')).status).toBe(422)
})

test('D23: a password in another form is compared twice for a known address and for an unknown one', async (library) => {
  const registration = { name: 'a', email, password: composed, password_confirmation: composed }
  expect((await library.anonymous.post('/register', registration)).status).toBe(201)
  // Counts the real comparisons: each takes the same time, which tells a client nothing then.
  const verify = spyOn(Bun.password, 'verify')
  try {
    const comparisons = async (address: string, password: string) => {
      const before = verify.mock.calls.length
      expect((await logIn(library, password, address)).status).toBe(422)
      return verify.mock.calls.length - before
    }
    const wrong = `${decomposed}x`
    for (const address of [email, 'nobody@example.com']) {
      expect([address, await comparisons(address, wrong)]).toEqual([address, 2])
      expect([address, await comparisons(address, wrong.normalize('NFC'))]).toEqual([address, 1])
    }
  } finally {
    verify.mockRestore()
  }
})
