import { expect } from 'bun:test'
import type { Answer } from '../support/client.ts'

// What the contract says an answer looks like. A matcher names every member, so that one too many fails as well.

export const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

type Known = Record<string, unknown>

const id = expect.any(Number)
const text = expect.any(String)
const stamps = { created_at: expect.stringMatching(instant), updated_at: expect.stringMatching(instant) }

export const role = (known: Known = {}) => ({ id, name: text, ...stamps, ...known })

export const user = (known: Known = {}) => ({
  id,
  name: text,
  email: text,
  role_id: id,
  ...stamps,
  role: role({ name: 'user' }),
  ...known,
})

export const label = (known: Known = {}) => ({ id, name: text, ...stamps, ...known })
export const genre = label

/** An artist on its own; nested members are given by the test. */
export const artist = (known: Known = {}) => ({
  id,
  name: text,
  cover_path: null,
  release_date: null,
  label_id: null,
  duration: null,
  ...stamps,
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
  ...stamps,
  ...known,
})

export const track = (known: Known = {}) => ({
  id,
  title: text,
  file_path: text,
  duration_seconds: null,
  album_id: null,
  ...stamps,
  ...known,
})

export const pivot = (ids: { track_id: number; artist_id: number } | { track_id: number; genre_id: number }) => ({
  ...ids,
  ...stamps,
})

/** The answer is a refusal by validation, about exactly these fields. */
export const expectInvalid = (answer: Answer, ...fields: string[]) => {
  expect(answer).toMatchObject({ status: 400, body: { message: 'The given data was invalid.' } })
  expect(Object.keys(answer.body).sort()).toEqual(['errors', 'message'])
  expect(Object.keys(answer.body.errors).sort()).toEqual(fields.toSorted())
  for (const sentences of Object.values<string[]>(answer.body.errors)) {
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).toMatch(/\S/)
  }
}

/** The answer says that a record does not exist, and which. */
export const expectMissing = (answer: Answer, kind: string, sent: string | number) => {
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ message: expect.stringContaining(kind) })
  expect(answer.body.message).toContain(String(sent))
}

/** The answer is that status with `{message}` and nothing more. */
export const expectMessage = (answer: Answer, status: number, message: unknown = text) => {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { message } })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/)
}

/** The answer has no body at all. */
export const expectGone = (answer: Answer) => {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
}
