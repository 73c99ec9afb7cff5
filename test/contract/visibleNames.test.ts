import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { isVisible } from '../../src/base/visibleText.ts'
import { users } from '../../src/library/accountSchema.ts'
import { exportAccounts } from '../../src/seeding/accounts/export.ts'
import { seedAccountsFile } from '../../src/seeding/accounts/seedAccounts.ts'
import { exportText } from '../support/catalogue.ts'
import { sendToConsole } from '../support/consoleApi.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { seedText } from '../support/seedText.ts'
import { expectInvalid } from './shapes.ts'

// Names that nobody can see.

const invisible = ['\u200b', ' \u200e\u202e ']

test('format characters, those that are ignored and spaces are not seen, and what is beside them is', () => {
  const others = ['\u200d\u2060', '\u00ad', '\u3164', '\u2800', '\ufe0f', '\u{e0041}', '\u061c', '\u034f']
  for (const text of [...invisible, ...others]) expect([text, isVisible(text)]).toEqual([text, false])
  for (const text of ['\u200bx', 'x\u200d', '👨‍👩‍👧', '·']) expect([text, isVisible(text)]).toEqual([text, true])
})

test('what is stored stays valid: what GET returned can be PUT, and an export can be seeded, with warnings for what is new', async (library) => {
  const { admin } = library
  const catalogue = {
    labels: [{ name: '\u200b' }],
    artists: [{ name: '\u2060', label: '\u200b' }],
    tracks: [{ title: '\u200b', file_path: '\u200b', artists: ['\u2060'] }],
  }
  const report = await seedText(library.library, JSON.stringify(catalogue))
  expect(report.warnings.map(({ pointer, sentence }) => `${pointer} ${sentence}`)).toEqual([
    '/labels/0/name The name has no visible character: "\\u200b".',
    '/artists/0/name The name has no visible character: "\\u2060".',
    '/tracks/0/title The title has no visible character: "\\u200b".',
    '/tracks/0/file_path The file_path has no visible character: "\\u200b".',
  ])
  const text = await exportText(library.library)
  expect((await seedText(library.library, text)).warnings).toEqual([])
  for (const path of ['/labels/1', '/artists/1', '/tracks/1']) {
    const { body } = await admin.get(path)
    const { status, body: updated } = await admin.put(path, body)
    expect([path, status]).toEqual([path, 200])
    expect([updated.name, updated.title]).toEqual([body.name, body.title])
  }
  expectInvalid(await admin.put('/labels/1', { name: '\u200c' }), 'name')
  await using other = await startTestLibrary()
  expect((await seedText(other.library, text)).warnings).toHaveLength(4)
  expect(await exportText(other.library)).toBe(text)
})

test('names of one section that differ only in what nobody can see are a warning', async ({ library }) => {
  const catalogue = { labels: [{ name: 'Blue Note' }, { name: 'Blue\u200b Note' }, { name: 'blue\u00ad note' }] }
  const { warnings } = await seedText(library, JSON.stringify(catalogue))
  const difference = "differs only in case, spaces or characters that can't be seen from"
  expect(warnings.map(({ sentence }) => sentence)).toEqual([
    `"Blue\\u200b Note" ${difference} "Blue Note" at 1:20. Did you mean "Blue Note"?`,
    `"blue\\u00ad note" ${difference} "Blue Note" at 1:20. Did you mean "Blue Note"?`,
  ])
})

test('the name of an account, new or changed, can be seen; one that is stored stays', async (library) => {
  const { anonymous, admin, user } = library
  const { id } = (await user.get('/me')).body
  const account = { email: 'nica@example.com', password, password_confirmation: password }
  for (const name of invisible) {
    expectInvalid(await anonymous.post('/register', { ...account, name }), 'name')
    expectInvalid(await admin.post('/users', { ...account, name }), 'name')
    expectInvalid(await admin.put(`/users/${id}`, { name }), 'name')
    expectInvalid(await user.put('/me', { name }), 'name')
    expectInvalid(await sendToConsole(admin, 'POST', '/tokens', { user_id: id, name }), 'name')
  }
  expect((await admin.get('/users')).body).toHaveLength(2)
  const stored = '\u200b'
  await library.library.write(
    async ({ db }) => void (await db.update(users).set({ name: stored }).where(eq(users.id, id))),
  )
  const { body } = await admin.get(`/users/${id}`)
  expect((await admin.put(`/users/${id}`, body)).status).toBe(200)
  expect((await user.put('/me', { name: stored })).status).toBe(200)
  const { chunks } = await library.library.snapshot((read) => exportAccounts(read, true))
  await using other = await startTestLibrary()
  expect(await seedAccountsFile(other.library, [...chunks].join(''))).toMatchObject({ updated: 1, unchanged: 1 })
})

test('replacing a text in many records leaves none that nobody can see, and pasted tracks have visible names', async ({
  admin,
}) => {
  await admin.post('/tracks', { title: 'x\u200b', file_path: 'x' })
  const { id } = (await admin.post('/albums', { title: 'a' })).body
  const bulk = await sendToConsole(admin, 'POST', '/bulk/tracks', {
    ids: [1],
    changes: { title: { replace: 'x', with: '' } },
    dry_run: true,
  })
  expect([bulk.status, bulk.body.errors]).toEqual([400, { title: ['The new title of track 1 would be empty.'] }])
  const pasted = await sendToConsole(admin, 'POST', `/albums/${id}/tracks`, { text: '\u200b\ta.flac', dry_run: true })
  expect([pasted.status, Object.keys(pasted.body.errors)]).toEqual([400, ['text']])
})
