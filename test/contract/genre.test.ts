import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { expectFieldRule, rules, unknownIds } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

test('POST of a genre responds 201 with all its fields', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/genres', { name: 'Modal jazz' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.genre({ name: 'Modal jazz' }))
  expect(Number.isSafeInteger(body.id)).toBe(true)
})

test('GET responds with one genre, and with all genres as an array', async () => {
  await using library = await startTestLibrary()
  expect(await library.user.get('/genres')).toMatchObject({ status: 200, body: [] })
  const { body: modal } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { body: free } = await library.admin.post('/genres', { name: 'Free jazz' })
  const one = await library.user.get(`/genres/${modal.id}`)
  expect([one.status, one.body]).toEqual([200, modal])
  const all = await library.user.get('/genres')
  expect([all.status, all.body]).toEqual([200, [modal, free]])
  expect(all.headers.get('content-type')).toMatch(/^application\/json\b/)
})

test('PUT of a genre changes the name and updated_at and no other field', async () => {
  await using library = await startTestLibrary()
  const { body: before } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { status, body: after } = await library.admin.put(`/genres/${before.id}`, { name: 'Hard bop' })
  expect(status).toBe(200)
  expect(after).toEqual({ ...before, name: 'Hard bop', updated_at: after.updated_at })
  expect(after.updated_at > before.updated_at).toBe(true)
  expect((await library.user.get(`/genres/${before.id}`)).body).toEqual(after)
})

test('GET, DELETE and the list no longer find a genre that was deleted; other genres stay', async () => {
  await using library = await startTestLibrary()
  const { body: remaining } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { body: deleted } = await library.admin.post('/genres', { name: 'Free jazz' })
  expectNoContent(await library.admin.delete(`/genres/${deleted.id}`))
  expectNotFound(await library.admin.get(`/genres/${deleted.id}`), 'Genre', deleted.id)
  expectNotFound(await library.admin.delete(`/genres/${deleted.id}`), 'Genre', deleted.id)
  expect((await library.admin.get('/genres')).body).toEqual([remaining])
})

test('GET, PUT and DELETE of a genre that does not exist respond 404 with the kind and the id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/genres/${id}`), 'Genre', id)
    expectNotFound(await library.admin.put(`/genres/${id}`, { name: 'Modal jazz' }), 'Genre', id)
    expectNotFound(await library.admin.delete(`/genres/${id}`), 'Genre', id)
  }
  expect((await library.admin.get('/genres')).body).toEqual([])
})

test('POST and PUT of a genre need a name', async () => {
  await using library = await startTestLibrary()
  const { body: genre } = await library.admin.post('/genres', { name: 'Modal jazz' })
  for (const body of [{}, { title: 'Modal jazz' }, { name: null }]) {
    expectInvalid(await library.admin.post('/genres', body), 'name')
    expectInvalid(await library.admin.put(`/genres/${genre.id}`, body), 'name')
  }
  expect((await library.admin.get('/genres')).body).toEqual([genre])
})

test('the name of a genre has 1 to 100 characters', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(
    library.admin,
    { path: '/genres', body: { name: 'Modal jazz' } },
    'name',
    rules.requiredText(100),
  )
})

test('two genres may have the same name', async () => {
  await using library = await startTestLibrary()
  const { body: first } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { status, body: second } = await library.admin.post('/genres', { name: 'Modal jazz' })
  expect(status).toBe(201)
  expect(second.id).not.toBe(first.id)
})
