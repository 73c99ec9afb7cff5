import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'
import { unknownIds } from './fields.ts'
import { expectMessage, expectNoContent, expectNotFound } from './shapes.ts'

test('GET /me/likes has a liked track with its album, artists and genres', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  expect(await library.user.get('/me/likes')).toMatchObject({ status: 200, body: [] })
  expectMessage(await library.user.post(`/tracks/${track.id}/like`), 200, 'Track liked.')
  const { status, body } = await library.user.get('/me/likes')
  expect([status, body]).toEqual([200, [track]])
})

test('a track that is liked twice has one like', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  await library.user.post(`/tracks/${track.id}/like`)
  expectMessage(await library.user.post(`/tracks/${track.id}/like`), 200, 'Track liked.')
  expect((await library.user.get('/me/likes')).body).toEqual([track])
  expectMessage(await library.user.delete(`/tracks/${track.id}/like`), 200, 'Track unliked.')
  expect((await library.user.get('/me/likes')).body).toEqual([])
})

test('DELETE of a like that does not exist responds 200', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  expectMessage(await library.user.delete(`/tracks/${track.id}/like`), 200, 'Track unliked.')
  expect((await library.user.get('/me/likes')).body).toEqual([])
})

test('a like belongs to one user', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  await library.user.post(`/tracks/${track.id}/like`)
  await library.admin.post(`/tracks/${track.id}/like`)
  await library.admin.delete(`/tracks/${track.id}/like`)
  expect((await library.user.get('/me/likes')).body).toEqual([track])
  expect((await library.admin.get('/me/likes')).body).toEqual([])
})

test('a like does not change the track', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const before = await library.user.get(`/tracks/${track.id}`)
  await library.user.post(`/tracks/${track.id}/like`)
  expect((await library.user.get(`/tracks/${track.id}`)).text).toBe(before.text)
  await library.user.delete(`/tracks/${track.id}/like`)
  expect((await library.user.get(`/tracks/${track.id}`)).text).toBe(before.text)
})

test('GET /me/likes shows the current state of each track', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  await library.user.post(`/tracks/${track.id}/like`)
  const { body: renamed } = await library.admin.put(`/tracks/${track.id}`, { title: 'So What (take 2)', genre_ids: [] })
  expect((await library.user.get('/me/likes')).body).toEqual([renamed])
  expectNoContent(await library.admin.delete(`/tracks/${track.id}`))
  expect((await library.user.get('/me/likes')).body).toEqual([])
})

test('POST and DELETE of a like for a track that does not exist respond 404', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  await library.user.post(`/tracks/${track.id}/like`)
  for (const id of [track.id + 1, ...unknownIds]) {
    expectNotFound(await library.user.post(`/tracks/${id}/like`), 'Track', id)
    expectNotFound(await library.user.delete(`/tracks/${id}/like`), 'Track', id)
  }
  expect((await library.user.get('/me/likes')).body).toEqual([track])
})

test('POST and DELETE of a like do not read the body', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const malformedBody = { body: '{"user_id": ', headers: { 'content-type': 'text/plain' } }
  expectMessage(await library.user.send('POST', `/tracks/${track.id}/like`, malformedBody), 200, 'Track liked.')
  expectMessage(await library.user.send('DELETE', `/tracks/${track.id}/like`, malformedBody), 200, 'Track unliked.')
  expectMessage(await library.user.send('POST', `/tracks/${track.id}/like`), 200, 'Track liked.')
  expect((await library.user.get('/me/likes')).body).toEqual([track])
})
