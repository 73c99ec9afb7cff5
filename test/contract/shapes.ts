import { expect } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'

// What the contract says an response looks like. A matcher names every member, so that one too many fails as well.

export const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

type Known = Record<string, unknown>

const id = expect.any(Number)
const text = expect.any(String)
const timestamps = { created_at: expect.stringMatching(instant), updated_at: expect.stringMatching(instant) }

export const role = (known: Known = {}) => ({ id, name: text, ...timestamps, ...known })

export const user = (known: Known = {}) => ({
  id,
  name: text,
  email: text,
  role_id: id,
  ...timestamps,
  role: role({ name: 'user' }),
  ...known,
})

export const label = (known: Known = {}) => ({ id, name: text, ...timestamps, ...known })
export const genre = label

/** An artist on its own; nested members are given by the test. */
export const artist = (known: Known = {}) => ({
  id,
  name: text,
  cover_path: null,
  release_date: null,
  label_id: null,
  duration: null,
  ...timestamps,
  ...known,
})

export const album = (known: Known = {}) => ({
  id,
  title: text,
  cover_path: null,
  release_date: null,
  duration_seconds: null,
  type: 'album',
  label_id: null,
  ...timestamps,
  ...known,
})

export const track = (known: Known = {}) => ({
  id,
  title: text,
  file_path: text,
  duration_seconds: null,
  album_id: null,
  ...timestamps,
  ...known,
})

export const pivot = (ids: { track_id: number; artist_id: number } | { track_id: number; genre_id: number }) => ({
  ...ids,
  ...timestamps,
})

/** The response is a refusal by validation, about exactly these fields. */
export const expectInvalid = (response: ClientResponse, ...fields: string[]) => {
  expect(response).toMatchObject({ status: 400, body: { message: 'The given data was invalid.' } })
  expect(Object.keys(response.body).sort()).toEqual(['errors', 'message'])
  expect(Object.keys(response.body.errors).sort()).toEqual(fields.toSorted())
  for (const sentences of Object.values<string[]>(response.body.errors)) {
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/\S/)
  }
}

/** The response says that a record does not exist, and which. */
export const expectNotFound = (response: ClientResponse, kind: string, sent: string | number) => {
  expect(response.status).toBe(404)
  expect(response.body).toEqual({ message: expect.stringContaining(kind) })
  expect(response.body.message).toContain(String(sent))
}

/** The response is that status with `{message}` and nothing more. */
export const expectMessage = (response: ClientResponse, status: number, message: unknown = text) => {
  expect({ status: response.status, body: response.body }).toEqual({ status, body: { message } })
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
}

/** The response has no body at all. */
export const expectNoContent = (response: ClientResponse) => {
  expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' })
}
