import { expect } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'

// The records of the API as docs/api.md describes them. Each matcher has every member, so that an unexpected one fails.

export const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

type Members = Record<string, unknown>

const id = expect.any(Number)
const text = expect.any(String)
const timestamps = { created_at: expect.stringMatching(instant), updated_at: expect.stringMatching(instant) }

export const role = (members: Members = {}) => ({ id, name: text, ...timestamps, ...members })

export const user = (members: Members = {}) => ({
  id,
  name: text,
  email: text,
  role_id: id,
  ...timestamps,
  role: role({ name: 'user' }),
  ...members,
})

export const label = (members: Members = {}) => ({ id, name: text, ...timestamps, ...members })
export const genre = label

/** An artist without nested records. A test adds those that its response has. */
export const artist = (members: Members = {}) => ({
  id,
  name: text,
  cover_path: null,
  release_date: null,
  label_id: null,
  duration: null,
  ...timestamps,
  ...members,
})

export const album = (members: Members = {}) => ({
  id,
  title: text,
  cover_path: null,
  release_date: null,
  duration_seconds: null,
  type: 'album',
  label_id: null,
  ...timestamps,
  ...members,
})

export const track = (members: Members = {}) => ({
  id,
  title: text,
  file_path: text,
  duration_seconds: null,
  album_id: null,
  ...timestamps,
  ...members,
})

export const pivot = (ids: { track_id: number; artist_id: number } | { track_id: number; genre_id: number }) => ({
  ...ids,
  ...timestamps,
})

/** Expects a 400 of the validation, with error sentences for exactly these fields. */
export const expectInvalid = (response: ClientResponse, ...fields: string[]) => {
  expect(response).toMatchObject({ status: 400, body: { message: 'The given data was invalid.' } })
  expect(Object.keys(response.body).sort()).toEqual(['errors', 'message'])
  expect(Object.keys(response.body.errors).sort()).toEqual(fields.toSorted())
  for (const sentences of Object.values<string[]>(response.body.errors)) {
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/\S/)
  }
}

/** Expects a 404 whose message has the kind of the record and the id as it was sent. */
export const expectNotFound = (response: ClientResponse, kind: string, sent: string | number) => {
  expect(response.status).toBe(404)
  expect(response.body).toEqual({ message: expect.stringContaining(kind) })
  expect(response.body.message).toContain(String(sent))
}

/** Expects a status, and a body with `message` as its only member. */
export const expectMessage = (response: ClientResponse, status: number, message: unknown = text) => {
  expect({ status: response.status, body: response.body }).toEqual({ status, body: { message } })
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
}

/** Expects a 204 without a body. */
export const expectNoContent = (response: ClientResponse) => {
  expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' })
}

export const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
