import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { unknownIds, expectFieldRule, rules } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectNoContent, expectInvalid, expectNotFound } from './shapes.ts'

test('an admin makes a genre and gets it back whole', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/genres', { name: 'Modal jazz' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.genre({ name: 'Modal jazz' }))
  expect(Number.isSafeInteger(body.id)).toBe(true)
})

test('any user reads one genre and all genres as a bare array', async () => {
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

test('renaming a genre refreshes updated_at and nothing else', async () => {
  await using library = await startTestLibrary()
  const { body: before } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { status, body: after } = await library.admin.put(`/genres/${before.id}`, { name: 'Hard bop' })
  expect(status).toBe(200)
  expect(after).toEqual({ ...before, name: 'Hard bop', updated_at: after.updated_at })
  expect(after.updated_at > before.updated_at).toBe(true)
  expect((await library.user.get(`/genres/${before.id}`)).body).toEqual(after)
})

test('a deleted genre is gone and the others stay', async () => {
  await using library = await startTestLibrary()
  const { body: kept } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { body: lost } = await library.admin.post('/genres', { name: 'Free jazz' })
  expectNoContent(await library.admin.delete(`/genres/${lost.id}`))
  expectNotFound(await library.admin.get(`/genres/${lost.id}`), 'Genre', lost.id)
  expectNotFound(await library.admin.delete(`/genres/${lost.id}`), 'Genre', lost.id)
  expect((await library.admin.get('/genres')).body).toEqual([kept])
})

test('a genre that does not exist is named with its kind and its id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/genres/${id}`), 'Genre', id)
    expectNotFound(await library.admin.put(`/genres/${id}`, { name: 'Modal jazz' }), 'Genre', id)
    expectNotFound(await library.admin.delete(`/genres/${id}`), 'Genre', id)
  }
  expect((await library.admin.get('/genres')).body).toEqual([])
})

test('a genre needs a name, on POST and on PUT', async () => {
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
  await expectFieldRule(library.admin, { path: '/genres', body: { name: 'Modal jazz' } }, 'name', rules.requiredText(100))
})

test('two genres may have the same name', async () => {
  await using library = await startTestLibrary()
  const { body: first } = await library.admin.post('/genres', { name: 'Modal jazz' })
  const { status, body: second } = await library.admin.post('/genres', { name: 'Modal jazz' })
  expect(status).toBe(201)
  expect(second.id).not.toBe(first.id)
})
