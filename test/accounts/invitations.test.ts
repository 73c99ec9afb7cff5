import { expect } from 'bun:test'
import { createInvitation, revokeInvitation } from '../../src/accounts/invitations.ts'
import { readTrail, runSql } from '../support/audit.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { instantAfter } from '../support/tokens.ts'
import { unaudited } from '../support/unaudited.ts'

const account = (n: number | string = 0) => ({
  name: 'Nica',
  email: `nica${n}@example.com`,
  password: 'pannonica',
  password_confirmation: 'pannonica',
})

const invite = ({ library }: TestLibrary, uses = 1, expiresInMs = 60_000) =>
  library.write((tx) => createInvitation(unaudited(tx), { uses, expires_at: instantAfter(expiresInMs) }))

const test = fixtureTest(() => startTestLibrary({ registration: 'invite' }))

const register = ({ anonymous }: TestLibrary, invitation?: unknown, body: object = account()) =>
  anonymous.post('/register', { ...body, ...(invitation === undefined ? {} : { invitation }) })

const countAccounts = ({ file }: TestLibrary) => runSql(file, 'SELECT count(*) FROM users').flat()[0]
const usesLeft = ({ file }: TestLibrary) => runSql(file, 'SELECT uses FROM invitations ORDER BY id').flat()

const invalidInvitation = ['The invitation is not valid: it is unknown, used up or expired.']

test('with an invitation an account is registered, and the entry in the audit trail has the id of the invitation', async (library) => {
  const { id, code } = await invite(library)
  const response = await register(library, code)
  expect(response.status).toBe(201)
  expect(response.body).toEqual({ token: expect.stringMatching(/^mlib_/), user: expect.any(Object) })
  expect(response.body.user.role.name).toBe('user')
  const entry = (await readTrail(library)).at(-1)
  expect(entry).toMatchObject({ action: 'register', changes: { invitation_id: { from: null, to: id } } })
})

test('a wrong, used-up, expired or revoked code is a 400 with errors.invitation, and creates no account', async (library) => {
  const [used, expired, revoked] = [await invite(library), await invite(library, 5, -1), await invite(library)]
  await library.library.write((tx) => revokeInvitation(unaudited(tx), revoked.id))
  expect((await register(library, used.code, account('first'))).status).toBe(201)
  const before = countAccounts(library)
  const wrong = ['x', 'minv_', `${used.code}x`, used.code.slice(1), '\u0000', 'x'.repeat(50_000)]
  for (const code of [...wrong, used.code, expired.code, revoked.code]) {
    const response = await register(library, code)
    expect([code, response.status, response.body.errors]).toEqual([code, 400, { invitation: invalidInvitation }])
  }
  expect(countAccounts(library)).toBe(before as number)
})

test('without a code, or with one that is no text, errors.invitation says what is missing', async (library) => {
  for (const code of [undefined, null, '', 5, [], {}, true]) {
    const response = await register(library, code)
    expect([code, response.status, Object.keys(response.body.errors ?? {})]).toEqual([code, 400, ['invitation']])
    expect(response.body.errors.invitation).toHaveLength(1)
  }
  const { errors } = (await register(library, undefined, {})).body
  expect(Object.keys(errors).sort()).toEqual(['email', 'invitation', 'name', 'password', 'password_confirmation'])
  expect(countAccounts(library)).toBe(2)
})

test('of many registrations at once with a code for 3 accounts, exactly 3 succeed', async (library) => {
  const { code } = await invite(library, 3)
  const count = amount(5, 20)
  const responses = await concurrently(count, (n) => register(library, code, account(n)))
  expect(countStatuses(responses)).toEqual({ 201: 3, 400: count - 3 })
  for (const { status, body } of responses) if (status === 400) expect(Object.keys(body.errors)).toEqual(['invitation'])
  expect([countAccounts(library), usesLeft(library)]).toEqual([5, [0]])
})

test('a registration that fails keeps the use of the code', async (library) => {
  const { code } = await invite(library)
  const taken = await register(library, code, { ...account(), email: 'USER@example.com' })
  expect([taken.status, Object.keys(taken.body.errors)]).toEqual([400, ['email']])
  expect(usesLeft(library)).toEqual([1])
  // The same address at once: the second one finds the address taken in its write.
  const { code: second } = await invite(library, 2)
  const responses = await concurrently(2, () => register(library, second))
  expect(countStatuses(responses)).toEqual({ 201: 1, 400: 1 })
  expect(usesLeft(library)).toEqual([1, 1])
})

test('who has no valid invitation does not learn whether an address is taken', async (library) => {
  for (const code of [undefined, 'minv_wrong']) {
    const [taken, free] = await Promise.all(
      ['user@example.com', 'free@example.com'].map((email) => register(library, code, { ...account(), email })),
    )
    expect(taken?.text).toBe(free?.text as string)
  }
})

test('where registration is closed, a valid code does not help; where it is open, the member is ignored', async () => {
  {
    await using library = await startTestLibrary({ registration: 'closed' })
    const { code } = await invite(library)
    const response = await register(library, code)
    expect(response.status).toBe(403)
    expect(response.body.errors).toBeUndefined()
    expect(usesLeft(library)).toEqual([1])
  }
  await using library = await startTestLibrary()
  const { code } = await invite(library)
  expect((await register(library, code)).status).toBe(201)
  expect(usesLeft(library)).toEqual([1])
})
