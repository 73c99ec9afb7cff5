import { expect, test } from 'bun:test'
import { startTestLibrary } from '../support/library.ts'
import { expectFieldRule, rules, unknownIds } from './fields.ts'
import * as shapes from './shapes.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

test('POST of a label responds 201 with all its fields', async () => {
  await using library = await startTestLibrary()
  const { status, body } = await library.admin.post('/labels', { name: 'Columbia' })
  expect(status).toBe(201)
  expect(body).toEqual(shapes.label({ name: 'Columbia' }))
  expect(Number.isSafeInteger(body.id)).toBe(true)
})

test('GET responds with one label, and with all labels as an array', async () => {
  await using library = await startTestLibrary()
  expect(await library.user.get('/labels')).toMatchObject({ status: 200, body: [] })
  const { body: columbia } = await library.admin.post('/labels', { name: 'Columbia' })
  const { body: impulse } = await library.admin.post('/labels', { name: 'Impulse!' })
  const one = await library.user.get(`/labels/${columbia.id}`)
  expect([one.status, one.body]).toEqual([200, columbia])
  const all = await library.user.get('/labels')
  expect([all.status, all.body]).toEqual([200, [columbia, impulse]])
  expect(all.headers.get('content-type')).toMatch(/^application\/json\b/)
})

test('PUT of a label changes the name and updated_at and no other field', async () => {
  await using library = await startTestLibrary()
  const { body: before } = await library.admin.post('/labels', { name: 'Columbia' })
  const { status, body: after } = await library.admin.put(`/labels/${before.id}`, { name: 'Blue Note' })
  expect(status).toBe(200)
  expect(after).toEqual({ ...before, name: 'Blue Note', updated_at: after.updated_at })
  expect(after.updated_at > before.updated_at).toBe(true)
  expect((await library.user.get(`/labels/${before.id}`)).body).toEqual(after)
})

test('GET, DELETE and the list no longer find a label that was deleted; other labels stay', async () => {
  await using library = await startTestLibrary()
  const { body: remaining } = await library.admin.post('/labels', { name: 'Columbia' })
  const { body: deleted } = await library.admin.post('/labels', { name: 'Impulse!' })
  expectNoContent(await library.admin.delete(`/labels/${deleted.id}`))
  expectNotFound(await library.admin.get(`/labels/${deleted.id}`), 'Label', deleted.id)
  expectNotFound(await library.admin.delete(`/labels/${deleted.id}`), 'Label', deleted.id)
  expect((await library.admin.get('/labels')).body).toEqual([remaining])
})

test('GET, PUT and DELETE of a label that does not exist respond 404 with the kind and the id', async () => {
  await using library = await startTestLibrary()
  for (const id of unknownIds) {
    expectNotFound(await library.user.get(`/labels/${id}`), 'Label', id)
    expectNotFound(await library.admin.put(`/labels/${id}`, { name: 'Columbia' }), 'Label', id)
    expectNotFound(await library.admin.delete(`/labels/${id}`), 'Label', id)
  }
  expect((await library.admin.get('/labels')).body).toEqual([])
})

test('POST and PUT of a label need a name', async () => {
  await using library = await startTestLibrary()
  const { body: label } = await library.admin.post('/labels', { name: 'Columbia' })
  for (const body of [{}, { title: 'Columbia' }, { name: null }]) {
    expectInvalid(await library.admin.post('/labels', body), 'name')
    expectInvalid(await library.admin.put(`/labels/${label.id}`, body), 'name')
  }
  expect((await library.admin.get('/labels')).body).toEqual([label])
})

test('the name of a label has 1 to 100 characters', async () => {
  await using library = await startTestLibrary()
  await expectFieldRule(library.admin, { path: '/labels', body: { name: 'Columbia' } }, 'name', rules.requiredText(100))
})

test('two labels may have the same name', async () => {
  await using library = await startTestLibrary()
  const { body: first } = await library.admin.post('/labels', { name: 'Columbia' })
  const { status, body: second } = await library.admin.post('/labels', { name: 'Columbia' })
  expect(status).toBe(201)
  expect(second.id).not.toBe(first.id)
})
