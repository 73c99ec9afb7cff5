import { expect } from 'bun:test'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'

const count = ({ admin }: TestLibrary, path: string) => sendToConsole(admin, 'GET', `/references/${path}`)

test('references count what the deletion of a record clears or deletes', async (library) => {
  const { admin, user } = library
  const { create } = await createFixtures(admin)
  await create('/albums', { title: 'Milestones', label_id: 1 })
  await create('/genres', { name: 'Bebop' })
  await create('/tracks', { title: 'Nardis', file_path: 'n.flac', artist_ids: [1], genre_ids: [1, 2] })
  for (const client of [admin, user]) await client.post('/tracks/2/like')
  await user.post('/tracks/1/like')
  const { id } = (await user.get('/me')).body
  const expected = {
    'labels/1': { artists: 1, albums: 2 },
    'genres/1': { tracks: 2 },
    'genres/2': { tracks: 1 },
    'artists/1': { tracks: 2 },
    'albums/1': { tracks: 1 },
    'albums/2': { tracks: 0 },
    'tracks/1': { likes: 1, artists: 1, genres: 1 },
    'tracks/2': { likes: 2, artists: 1, genres: 2 },
    [`users/${id}`]: { tokens: 1, likes: 2 },
  }
  for (const [path, counts] of Object.entries(expected)) {
    expect([path, (await count(library, path)).body]).toEqual([path, counts])
  }
})

test('a record that does not exist is a 404 that names it', async (library) => {
  for (const [path, message] of [
    ['labels/99', 'Label 99 was not found.'],
    ['albums/%FF', 'Album %FF was not found.'],
    ['users/99', 'User 99 was not found.'],
  ] as const)
    expect(await count(library, path)).toMatchObject({ status: 404, body: { message } })
})
