import { expect } from 'bun:test'
import { entriesOf, runSql } from '../../support/audit.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { startTestLibrary } from '../../support/library.ts'
import { instantAfter } from '../../support/tokens.ts'
import { type Errors, expectInvalid } from './invalid.ts'

const day = 86_400_000
const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica', password_confirmation: 'pannonica' }

test('an admin creates an invitation, somebody registers with it, and it is listed without its code', async () => {
  await using library = await startTestLibrary({ registration: 'invite' })
  const { admin, anonymous, file } = library
  const expires_at = instantAfter(day)
  let created = { status: 0, body: { id: 0, code: '' } }
  const entries = await entriesOf(library, async () => {
    created = await sendToConsole(admin, 'POST', '/invitations', { uses: 2, expires_at })
  })
  const { code, ...invitation } = created.body
  expect([created.status, invitation]).toMatchObject([201, { uses: 2, expires_at }])
  const changes = { uses: { from: null, to: 2 }, expires_at: { from: null, to: expires_at } }
  expect(entries).toMatchObject([{ action: 'create', record: `invitations/${invitation.id}`, changes }])
  expect(JSON.stringify([entries, runSql(file, 'SELECT * FROM invitations')])).not.toContain(code)
  expect((await anonymous.post('/register', { ...account, invitation: code })).status).toBe(201)
  expect((await sendToConsole(admin, 'GET', '/invitations')).body).toEqual([{ ...invitation, uses: 1 }])

  const deletion = await entriesOf(library, async () => {
    expect((await sendToConsole(admin, 'DELETE', `/invitations/${invitation.id}`)).status).toBe(204)
  })
  expect(deletion).toMatchObject([{ action: 'delete', record: `invitations/${invitation.id}` }])
  const { status } = await anonymous.post('/register', { ...account, email: 'pan@example.com', invitation: code })
  expect(status).toBe(400)
  expect((await sendToConsole(admin, 'DELETE', `/invitations/${invitation.id}`)).body).toEqual({
    message: `Invitation ${invitation.id} was not found.`,
  })
})

test('by default an invitation is for one account, and valid for seven days', async ({ admin }) => {
  for (const body of [undefined, {}, { expires_at: null }]) {
    const response = await sendToConsole(admin, 'POST', '/invitations', body)
    expect([response.status, response.body.uses]).toEqual([201, 1])
    const lifeMs = Date.parse(response.body.expires_at) - Date.parse(response.body.created_at)
    expect(Math.abs(lifeMs - 7 * day)).toBeLessThan(2)
  }
})

const wrongBodies: [body: object, errors: Errors][] = [
  ...[0, 100_001].map((uses): [object, Errors] => [{ uses }, { uses: /from 1 to 100000/ }]),
  [{ expires_at: '2020-01-01' }, { expires_at: /in the future/ }],
  [{ expires_at: '2199-01-01' }, { expires_at: /at most 100 years/ }],
  [{ expires_at: 7 }, { expires_at: /must be a day that exists/ }],
]

test('POST /invitations with a wrong body is a 400', async ({ admin }) => {
  for (const [body, errors] of wrongBodies)
    expectInvalid(await sendToConsole(admin, 'POST', '/invitations', body), errors, body)
  expect((await sendToConsole(admin, 'GET', '/invitations')).body).toEqual([])
})
