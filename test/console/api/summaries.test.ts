import { expect } from 'bun:test'
import type { Client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { type Errors, expectInvalid } from './invalid.ts'

const summarize = (client: Client, path: string) => sendToConsole(client, 'GET', `/summaries${path}`)

/** Creates records with known numbers: labels 1 and 2, genres 1 to 3, artists 1 to 5, albums 1 to 3, and seven tracks. */
const fill = async (admin: Client) => {
  for (const name of ['Verve', 'Impulse']) await admin.post('/labels', { name })
  for (const name of ['Jazz', 'Bop', 'Fado']) await admin.post('/genres', { name })
  for (const label_id of [1, 1, 2, null, null]) await admin.post('/artists', { name: 'Artist', label_id })
  for (const label_id of [1, 2, null]) await admin.post('/albums', { title: 'Album', label_id })
  const tracks = [
    { album_id: 1, artist_ids: [1, 4], genre_ids: [1, 2], duration_seconds: 100 },
    { album_id: 1, artist_ids: [4, 5], genre_ids: [1], duration_seconds: 20 },
    { album_id: 1, artist_ids: [3, 5], genre_ids: [], duration_seconds: null },
    { album_id: 1, artist_ids: [3, 5], genre_ids: [1] },
    { album_id: 2, artist_ids: [1], genre_ids: [1] },
    { album_id: null, artist_ids: [1], genre_ids: [1] },
    { album_id: 2, artist_ids: [], genre_ids: [2] },
  ]
  for (const track of tracks) await admin.post('/tracks', { title: 'Track', file_path: 'x', ...track })
}

test('summaries count what refers to each record, in the order of the ids, without unknown ones', async (library) => {
  await fill(library.admin)
  const read = async (path: string) => (await summarize(library.user, path)).body
  expect(await read('/labels?ids=2,99,1,2')).toEqual([
    { id: 2, artists: 1, albums: 1, tracks: 2 },
    { id: 1, artists: 2, albums: 1, tracks: 4 },
  ])
  expect(await read('/genres?ids=3,2,1')).toEqual([
    { id: 3, tracks: 0 },
    { id: 2, tracks: 2 },
    { id: 1, tracks: 5 },
  ])
  expect(await read('/artists?ids=1,2,3')).toEqual([
    { id: 1, tracks: 3, albums: 2 },
    { id: 2, tracks: 0, albums: 0 },
    { id: 3, tracks: 2, albums: 1 },
  ])
  expect(await read('/albums?ids=3,2,1')).toEqual([
    { id: 3, tracks: 0, duration_seconds: null, artists: [], artist_count: 0 },
    { id: 2, tracks: 2, duration_seconds: null, artists: [{ id: 1, name: 'Artist', tracks: 1 }], artist_count: 1 },
    {
      id: 1,
      tracks: 4,
      duration_seconds: 120,
      artists: [5, 3, 4].map((id) => ({ id, name: 'Artist', tracks: id === 5 ? 3 : 2 })),
      artist_count: 4,
    },
  ])
})

const wrongQueries: [query: string, errors: Errors][] = [
  ['', { ids: 'The ids is required.' }],
  ['?ids=1,x', { ids: /such as 1,2,3/ }],
  [`?ids=${Array.from({ length: 1001 }, (_, index) => index + 1)}`, { ids: /up to 1000/ }],
  ['?ids=1&ids=2', { ids: 'The ids must be given once.' }],
  ['?ids=1&limit=2', { limit: 'The limit is not a parameter of this request. The parameters are ids.' }],
]

test('a wrong query is a 400 that names the parameter', async ({ user }) => {
  for (const [query, errors] of wrongQueries) expectInvalid(await summarize(user, `/labels${query}`), errors, query)
})

test('a thousand ids are summarized in one request', async (library) => {
  await fill(library.admin)
  const ids = Array.from({ length: 1000 }, (_, index) => 1000 - index).join()
  const { body } = await summarize(library.user, `/artists?ids=${ids}`)
  expect(body.map(({ id }: { id: number }) => id)).toEqual([5, 4, 3, 2, 1])
})
