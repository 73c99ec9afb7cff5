import { describe, expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'
import { expectFieldRule, unknownIds } from './fields.ts'
import { resources } from './resources.ts'
import { expectInvalid, expectNoContent, expectNotFound } from './shapes.ts'

// What holds for every resource. The other files have what is particular to one.

const library = useSharedLibrary()

const createReferences = async () => {
  const fixtures = await createFixtures(library().admin)
  const otherLabel = await fixtures.create('/labels', { name: 'Verve' })
  return { ...fixtures, otherLabel, otherAlbum: await fixtures.create('/albums', { title: 'Live' }) }
}

describe.each(resources)('$path:', (resource) => {
  const { path, kind, minimal, details = () => ({}) } = resource

  test('POST needs only the required fields: all others, absent or null, become null, or have their default', async () => {
    const nulls = Object.fromEntries(resource.nullable.map((name) => [name, null]))
    for (const sent of [minimal, { ...minimal, ...nulls }]) {
      const { status, body } = await library().admin.post(path, sent)
      expect([status, body]).toEqual([201, resource.created])
      expect(Number.isSafeInteger(body.id)).toBe(true)
    }
  })

  test('POST stores every field, and responds with what the record refers to', async () => {
    const { sent, created } = resource.full(await createReferences())
    const { status, body } = await library().admin.post(path, sent)
    expect([status, body]).toEqual([201, created(body.id)])
  })

  test('GET responds with one record, and with all records as an array', async () => {
    const { admin, user } = library()
    const references = await createReferences()
    const records: Record<string, unknown>[] = []
    for (const sent of [minimal, minimal, resource.full(references).sent])
      records.push((await admin.post(path, sent)).body)
    for (const record of records) {
      const { status, body } = await user.get(`${path}/${record.id}`)
      expect([status, body]).toEqual([200, { ...record, ...details(record, references) }])
    }
    const list = await user.get(path)
    expect([list.status, list.body.slice(-3)]).toEqual([200, records])
    expect(list.headers.get('content-type')).toMatch(/^application\/json\b/)
  })

  test('PUT changes the sent field and updated_at, and no other, also when it is sent what GET responded', async () => {
    const { admin, user } = library()
    const references = await createReferences()
    let { body: before } = await admin.post(path, resource.full(references).sent)
    const { body: whole } = await user.get(`${path}/${before.id}`)
    const nulls = resource.nullable.map((name) => {
      // A reference that is null nests null.
      const nested = name.endsWith('_id') ? { [name.replace('_id', '')]: null } : {}
      return [{ [name]: null }, { [name]: null, ...nested }]
    })
    // Labels and genres have a name alone, which a PUT needs.
    const empty = Object.keys(resource.rules).length > 1 ? [[{}, {}]] : []
    for (const [sent, changed] of [[whole, {}], ...resource.changes(references), ...nulls, ...empty]) {
      const { status, body } = await admin.put(`${path}/${before.id}`, sent)
      expect([status, body]).toEqual([200, { ...before, ...changed, updated_at: body.updated_at }])
      expect(body.updated_at > before.updated_at).toBe(true)
      before = body
    }
    expect((await user.get(`${path}/${before.id}`)).body).toEqual({ ...before, ...details(before, references) })
  })

  test('GET, DELETE and the list no longer find a record that was deleted; others stay, and its id is not used again', async () => {
    const { admin } = library()
    const { body: remaining } = await admin.post(path, minimal)
    const { body: deleted } = await admin.post(path, resource.full(await createReferences()).sent)
    expectNoContent(await admin.delete(`${path}/${deleted.id}`))
    expectNotFound(await admin.get(`${path}/${deleted.id}`), kind, deleted.id)
    expectNotFound(await admin.delete(`${path}/${deleted.id}`), kind, deleted.id)
    const { body } = await admin.get(path)
    expect(body).toContainEqual(remaining)
    expect(body.map(({ id }: { id: number }) => id)).not.toContain(deleted.id)
    expect((await admin.post(path, minimal)).body.id).toBeGreaterThan(deleted.id)
  })

  test('GET, PUT and DELETE of a record that does not exist respond 404 with the kind and the id', async () => {
    const { admin, user } = library()
    for (const id of unknownIds) {
      expectNotFound(await user.get(`${path}/${id}`), kind, id)
      expectNotFound(await admin.put(`${path}/${id}`, minimal), kind, id)
      expectNotFound(await admin.delete(`${path}/${id}`), kind, id)
    }
  })

  test.each(Object.entries(resource.rules))('POST and PUT validate %s', async (field, rule) => {
    await expectFieldRule(library().admin, { path, body: minimal }, field, rule)
  })
})

test.each(['/labels', '/genres'])('POST and PUT to %s need a name', async (path) => {
  const { admin } = library()
  const { body: record } = await admin.post(path, { name: 'Columbia' })
  for (const body of [{}, { title: 'Columbia' }, { name: null }]) {
    expectInvalid(await admin.post(path, body), 'name')
    expectInvalid(await admin.put(`${path}/${record.id}`, body), 'name')
  }
  expect((await admin.get(`${path}/${record.id}`)).body).toEqual(record)
})
