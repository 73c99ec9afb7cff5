import { expect } from 'bun:test'
import { entriesOf, runSql } from '../../support/audit.ts'
import { client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'
import { instantAfter } from '../../support/tokens.ts'
import { type Errors, expectInvalid } from './invalid.ts'

const add = ({ admin }: TestLibrary, body: unknown) => sendToConsole(admin, 'POST', '/tokens', body)

test('an admin creates a token for a user, which is shown once', async (library) => {
  const { admin, user, url, file } = library
  const { id, email, name } = (await user.get('/me')).body
  const expires_at = instantAfter(60_000)
  const sent = { user_id: id, name: ' player ', read_only: true, expires_at }
  let created = { status: 0, body: { id: 0, token: '' } }
  const entries = await entriesOf(library, async () => {
    created = await add(library, sent)
  })
  const { token, ...listed } = created.body
  expect([created.status, listed]).toMatchObject([
    201,
    { name: 'player', read_only: true, expires_at, last_used_at: null, is_current: false, user: { id, email, name } },
  ])
  const added = (to: unknown) => ({ from: null, to })
  const changes = { user_id: added(id), name: added('player'), read_only: added(true), expires_at: added(expires_at) }
  const record = `tokens/${listed.id}`
  expect(entries).toMatchObject([{ action: 'create', record, email: 'admin@example.com', changes }])
  expect(JSON.stringify([entries, runSql(file, 'SELECT * FROM tokens')])).not.toContain(token)
  const player = client(url, token)
  expect((await player.get('/me')).body.id).toBe(id)
  expect((await player.put('/me', { name: 'x' })).status).toBe(403)

  const all = await sendToConsole(admin, 'GET', '/tokens')
  expect(all.headers.get('x-total-count')).toBe('3')
  expect(all.body).toMatchObject([email, email, 'admin@example.com'].map((address) => ({ user: { email: address } })))
  expect(all.body[0]).toEqual(listed)
  expect(all.text).not.toMatch(/mlib_|hash/)
  const own = await sendToConsole(admin, 'GET', '/tokens?user_id=1&limit=5')
  expect([own.headers.get('x-total-count'), own.body]).toMatchObject(['1', [{ is_current: true, user: { id: 1 } }]])

  const revocation = await entriesOf(library, async () => {
    expect((await sendToConsole(admin, 'DELETE', `/tokens/${listed.id}`)).status).toBe(204)
  })
  expect(revocation).toMatchObject([{ action: 'revoke', record, changes: null }])
  expect((await player.get('/me')).status).toBe(401)
  expect((await sendToConsole(admin, 'DELETE', `/tokens/${listed.id}`)).body).toEqual({
    message: `Token ${listed.id} was not found.`,
  })
})

test('a token without an end has none', async (library) => {
  for (const expires_at of [undefined, null, '']) {
    const { status, body } = await add(library, { user_id: 1, name: 'player', expires_at })
    expect([status, body.expires_at, body.read_only]).toEqual([201, null, false])
  }
})

const account = { user_id: 1, name: 'player' }

const wrongBodies: [body: object, errors: Errors][] = [
  [{ name: 'x' }, { user_id: 'The user_id is required.' }],
  [{ user_id: 1 }, { name: 'The name is required.' }],
  [{ ...account, name: 'x'.repeat(256) }, { name: /255 characters/ }],
  [{ ...account, user_id: 99 }, { user_id: /do not exist: 99/ }],
  [{ ...account, read_only: 'yes' }, { read_only: /true or false/ }],
  [{ ...account, expires_at: '2026-02-30' }, { expires_at: /day that exists/ }],
  [{ ...account, expires_at: '2020-01-01' }, { expires_at: /in the future/ }],
  [{ ...account, expires_at: '2199-01-01' }, { expires_at: /at most 100 years away/ }],
]

test('POST /tokens with a wrong body is a 400, and creates nothing', async (library) => {
  const entries = await entriesOf(library, async () => {
    for (const [body, errors] of wrongBodies) expectInvalid(await add(library, body), errors, body)
  })
  expect(entries).toEqual([])
  expect(runSql(library.file, 'SELECT count(*) FROM tokens')).toEqual([[2]])
})
