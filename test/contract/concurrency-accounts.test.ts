import { test as bunTest, expect } from 'bun:test'
import { type ClientResponse, client } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'

const test = sharedLibraryTest()

test('of many concurrent registrations of one e-mail address, one creates an account', async (library) => {
  const before = (await library.admin.get('/users')).body.length
  const count = amount(6, 30)
  const responses = await concurrently(count, (n) =>
    library.anonymous.post('/register', {
      name: `Nica ${n}`,
      email: n % 2 ? 'Nica@Example.com' : 'nica@example.COM',
      password: 'pannonica',
      password_confirmation: 'pannonica',
    }),
  )
  expect(countStatuses(responses)).toEqual({ 201: 1, 400: count - 1 })
  for (const { status, body } of responses) if (status === 400) expect(Object.keys(body.errors)).toEqual(['email'])
  expect((await library.admin.get('/users')).body).toHaveLength(before + 1)
})

bunTest('D16: when two admins demote each other concurrently, one of them stays an admin', async () => {
  await using library = await startTestLibrary()
  const { body: first } = await library.admin.get('/me')
  const { body: user } = await library.user.get('/me')
  const second = await library.createAccount('second@example.com', 'admin')
  const responses = await Promise.all([
    library.admin.put(`/users/${second.id}`, { role_id: user.role_id }),
    second.put(`/users/${first.id}`, { role_id: user.role_id }),
  ])
  const statuses = responses.map(({ status }) => status).sort()
  expect([200, 409, 403]).toEqual(expect.arrayContaining(statuses))
  expect(statuses[0]).toBe(200)
  const remainingAdmin = (await library.admin.get('/users')).status === 200 ? library.admin : second
  const roles = (await remainingAdmin.get('/users')).body.map(({ role }: ClientResponse['body']) => role.name)
  expect(roles.filter((name: string) => name === 'admin')).toHaveLength(1)
})

test('D20: after an admin has reset a password, the old password cannot set another one', async (library) => {
  for (let round = 0; round < amount(2, 5); round++) {
    const email = `reset-${round}@example.com`
    const owner = await library.createAccount(email)
    const ownChange = owner.put('/me', { password: 'chosen with the old one', current_password: password })
    const reset = await library.admin.put(`/users/${owner.id}`, { password: 'set by the admin' })
    expect(reset.status).toBe(200)
    expect([200, 400, 401]).toContain((await ownChange).status)
    const lateChange = await owner.put('/me', { password: 'another one', current_password: password })
    expect([400, 401]).toContain(lateChange.status)
    const [resetLogin, ownLogin] = await Promise.all(
      ['set by the admin', 'chosen with the old one'].map((attempt) =>
        library.anonymous.post('/login', { email, password: attempt }),
      ),
    )
    expect([resetLogin?.status, ownLogin?.status]).toEqual([200, 422])
  }
})

test('when two sessions change the password concurrently, one gets 200 and its token stays valid', async (library) => {
  const first = await library.createAccount('twice@example.com')
  const { body } = await library.anonymous.post('/login', { email: 'twice@example.com', password })
  const second = client(library.url, body.token)
  const responses = await Promise.all(
    [first, second].map((session, index) =>
      session.put('/me', { password: `a new password ${index}`, current_password: password }),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = responses[0]?.status === 200 ? first : second
  expect((await winner.get('/me')).status).toBe(200)
})
