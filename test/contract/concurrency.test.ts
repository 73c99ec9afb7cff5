import { expect } from 'bun:test'
import type { ClientResponse } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { idsOf } from './shapes.ts'

const test = sharedLibraryTest()

/** How many requests are sent at once. */
const count = amount(8, 50)

test('many concurrent likes of a track create one like', async ({ admin, user }) => {
  const { track } = await createFixtures(admin)
  const responses = await concurrently(count, () => user.post(`/tracks/${track.id}/like`))
  expect(countStatuses(responses)).toEqual({ 200: count })
  expect(idsOf((await user.get('/me/likes')).body)).toEqual([track.id])
  await user.delete(`/tracks/${track.id}/like`)
  expect((await user.get('/me/likes')).body).toEqual([])
})

test('a GET during a write shows the state before it or after it, never a part of it', async ({ admin, user }) => {
  const { track } = await createFixtures(admin)
  const artists = await createMany(admin, '/artists', 6)
  const genres = await createMany(admin, '/genres', 6)
  const states = [
    { title: 'Even', artist_ids: artists.slice(0, 3), genre_ids: genres.slice(0, 3) },
    { title: 'Odd', artist_ids: artists.slice(3), genre_ids: genres.slice(3) },
  ]
  const path = `/tracks/${track.id}`
  await admin.put(path, states[0])
  const write = async () => {
    for (let n = 1; n <= count; n++) await admin.put(path, states[n % 2])
  }
  const stateOf = (record: ClientResponse['body']) => ({
    title: record.title,
    artist_ids: idsOf(record.artists),
    genre_ids: idsOf(record.genres),
  })
  const read = async () => {
    for (let n = 0; n < count; n++) {
      expect(states).toContainEqual(stateOf((await user.get(path)).body))
      const list: { id: number }[] = (await user.get('/tracks')).body
      expect(states).toContainEqual(stateOf(list.find(({ id }) => id === track.id)))
    }
  }
  await Promise.all([write(), read(), read()])
})

test('of many concurrent DELETEs of a record, one responds 204 and the others 404', async ({ admin }) => {
  const { track } = await createFixtures(admin)
  const responses = await concurrently(count, () => admin.delete(`/tracks/${track.id}`))
  expect(countStatuses(responses)).toEqual({ 204: 1, 404: count - 1 })
})

test('when a label is deleted while albums with it are created, no album refers to it', async () => {
  await using library = await startTestLibrary()
  const { label } = await createFixtures(library.admin)
  const posts = concurrently(count, (n) => library.admin.post('/albums', { title: `Number ${n}`, label_id: label.id }))
  const [responses, deletion] = await Promise.all([posts, library.admin.delete(`/labels/${label.id}`)])
  expect(deletion.status).toBe(204)
  for (const { status } of responses) expect([201, 400]).toContain(status)
  for (const album of (await library.user.get('/albums')).body) {
    expect([album.label_id, album.label]).toEqual([null, null])
  }
})
