import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { readNewestEntries } from '../../src/audit/store.ts'
import { audit } from '../../src/library/auditSchema.ts'
import { subtractMilliseconds } from '../../src/library/clock.ts'
import { entriesOf, readTrail } from '../support/audit.ts'
import { client } from '../support/client.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'

const [minute, hour] = [60_000, 3_600_000]

/** Makes the newest entry older. */
const age = async ({ library }: TestLibrary, milliseconds: number) => {
  const { id, created_at } = (await readTrail({ library })).at(-1) ?? { id: 0, created_at: '' }
  await library.write(async (tx) => {
    await tx.db
      .update(audit)
      .set({ created_at: subtractMilliseconds(created_at, milliseconds) })
      .where(eq(audit.id, id))
  })
}

test('successive own changes are one entry with the first old values, the last new ones, and the time and the token of the last', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  const { id, name } = (await user.get('/me')).body
  const entries = await entriesOf(library, async () => {
    for (let n = 0; n < 5; n++) expect((await user.put('/me', { name: `Name ${n}` })).status).toBe(200)
    const email = { email: 'new@example.com', current_password: password }
    expect((await user.put('/me', email)).status).toBe(200)
    expect((await user.put('/me', { name: 'Last' })).status).toBe(200)
  })
  const { updated_at } = (await user.get('/me')).body
  expect(entries).toMatchObject([
    {
      created_at: updated_at,
      action: 'update',
      record: `users/${id}`,
      user_id: id,
      email: 'user@example.com',
      changes: { name: { from: name, to: 'Last' }, email: { from: 'user@example.com', to: 'new@example.com' } },
      counts: { changes: 7, milliseconds: expect.any(Number) },
    },
  ])
  const { body } = await library.anonymous.post('/login', { email: 'new@example.com', password: password })
  const other = client(library.url, body.token)
  await other.put('/me', { name: 'Of another session' })
  const [login, merged, ...others] = (await readTrail(library)).slice(-2)
  expect(others).toEqual([])
  expect(login?.action).toBe('login')
  expect(merged).toMatchObject({
    token_id: login?.token_id,
    changes: { name: { from: name, to: 'Of another session' } },
  })
})

test('an entry takes up the own changes of an hour from the first', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  const entries = await entriesOf(library, async () => {
    await user.put('/me', { name: 'A' })
    await age(library, 50 * minute)
    await user.put('/me', { name: 'B' })
    await age(library, 9 * minute)
    await user.put('/me', { name: 'C' })
    await age(library, 2 * minute)
    await user.put('/me', { name: 'D' })
    await age(library, hour)
    await user.put('/me', { name: 'E' })
  })
  const names = entries.map(({ changes }) => changes?.name?.to)
  expect(names).toEqual(['C', 'D', 'E'])
  expect(entries.map(({ counts }) => counts?.changes ?? 1)).toEqual([3, 1, 1])
  expect(entries[0]?.counts?.milliseconds).toBeGreaterThanOrEqual(59 * minute)
})

test('a change by somebody else between two own changes keeps them apart', async () => {
  await using library = await startTestLibrary()
  const { admin, user } = library
  const { id, name } = (await user.get('/me')).body
  const entries = await entriesOf(library, async () => {
    await user.put('/me', { name: 'A' })
    await user.put('/me', { name: 'B' })
    await admin.put(`/users/${id}`, { name: 'C' })
    await user.put('/me', { name: 'D' })
    await user.put('/me', { name: 'E' })
  })
  expect(entries.map(({ changes }) => changes?.name)).toEqual([
    { from: name, to: 'B' },
    { from: 'B', to: 'C' },
    { from: 'C', to: 'E' },
  ])
})

test('new passwords and changes of the profile are merged each for themselves', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  const passwords = [password, 'second secret', 'third secret']
  const entries = await entriesOf(library, async () => {
    for (const n of [0, 1])
      await user.put('/me', { name: `${n}`, password: passwords[n + 1], current_password: passwords[n] })
  })
  expect(entries).toMatchObject([
    { action: 'password', changes: null, counts: { changes: 2 } },
    { action: 'update', changes: { name: { to: '1' } }, counts: { changes: 2 } },
  ])
})

test('values of accounts are cut in the trail, and those of records are whole', async () => {
  await using library = await startTestLibrary()
  const { admin, user } = library
  const long = (letter: string) => letter.repeat(255)
  const cut = (letter: string) => `${letter.repeat(100)}…`
  const entries = await entriesOf(library, async () => {
    await user.put('/me', { name: long('😀') })
    await user.put('/me', { name: long('é') })
    await admin.post('/users', {
      name: long('x'),
      email: `${'a'.repeat(60)}@${'b'.repeat(60)}.com`,
      password: 'a long secret',
    })
    await admin.post('/tracks', { title: long('😀'), file_path: 'x' })
  })
  expect(entries[0]?.changes?.name?.to).toBe(cut('é'))
  expect(entries[1]?.changes).toMatchObject({
    name: { to: cut('x') },
    email: { to: `${'a'.repeat(60)}@${'b'.repeat(39)}…` },
  })
  expect(entries[2]?.changes?.title?.to).toBe(long('😀'))
})

test('a page of entries goes on over ids that are not used any more', async () => {
  await using library = await startTestLibrary()
  const { user, library: database } = library
  await user.put('/me', { name: 'A' })
  await database.write(async (tx) => {
    await tx.db
      .update(audit)
      .set({ id: sql`${audit.id} + 40000000` })
      .where(eq(audit.action, 'update'))
  })
  const { entries, next } = await readNewestEntries(database.read, {}, { limit: 2, maxTested: 1_000_000 })
  expect(entries.map(({ action }) => action)).toEqual(['update', 'login'])
  expect(next).toBeGreaterThan(1)
})
