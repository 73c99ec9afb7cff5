import { expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { sharedLibraryTest } from '../support/sharedLibraryTest.ts'
import { unknownIds } from './fields.ts'
import { expectMessage, expectNotFound } from './shapes.ts'

const test = sharedLibraryTest()

test('GET /me/likes has a liked track with its album, artists and genres', async ({ admin, user }) => {
  const { track } = await createFixtures(admin)
  expect(await user.get('/me/likes')).toMatchObject({ status: 200, body: [] })
  expectMessage(await user.post(`/tracks/${track.id}/like`), 200, 'Track liked.')
  const { status, body } = await user.get('/me/likes')
  expect([status, body]).toEqual([200, [track]])
})

test('a track that is liked twice has one like, and one without a like can be unliked', async ({ admin, user }) => {
  const { track } = await createFixtures(admin)
  expectMessage(await user.delete(`/tracks/${track.id}/like`), 200, 'Track unliked.')
  await user.post(`/tracks/${track.id}/like`)
  expectMessage(await user.post(`/tracks/${track.id}/like`), 200, 'Track liked.')
  expect((await user.get('/me/likes')).body).toEqual([track])
  expectMessage(await user.delete(`/tracks/${track.id}/like`), 200, 'Track unliked.')
  expect((await user.get('/me/likes')).body).toEqual([])
})

test('a like belongs to one user', async ({ admin, user }) => {
  const { track } = await createFixtures(admin)
  await user.post(`/tracks/${track.id}/like`)
  await admin.post(`/tracks/${track.id}/like`)
  await admin.delete(`/tracks/${track.id}/like`)
  expect((await user.get('/me/likes')).body).toEqual([track])
  expect((await admin.get('/me/likes')).body).toEqual([])
})

test('POST and DELETE of a like for a track that does not exist respond 404', async ({ admin, user }) => {
  const { track } = await createFixtures(admin)
  await user.post(`/tracks/${track.id}/like`)
  for (const id of [track.id + 1, ...unknownIds]) {
    expectNotFound(await user.post(`/tracks/${id}/like`), 'Track', id)
    expectNotFound(await user.delete(`/tracks/${id}/like`), 'Track', id)
  }
  expect((await user.get('/me/likes')).body).toEqual([track])
})
