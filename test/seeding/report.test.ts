import { expect } from 'bun:test'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

const { albums, tracks } = kindOfBlue

test('a report lists changes with names in place of ids', async (database) => {
  await seedValue(database, kindOfBlue)
  const { changes } = await seedValue(
    database,
    {
      labels: [{ name: 'Verve' }],
      artists: [{ name: 'Miles Davis', label: 'Verve' }],
      albums: [{ ...albums[0], release_date: null }],
      tracks: [{ ...tracks[0], artists: ['Miles Davis'] }],
    },
    { maxChanges: 100 },
  )
  expect(changes).toEqual([
    { section: 'labels', action: 'create', id: 2, name: 'Verve', values: {} },
    {
      section: 'artists',
      action: 'update',
      name: 'Miles Davis',
      members: { label: { from: 'Columbia', to: 'Verve' } },
    },
    {
      section: 'albums',
      action: 'update',
      name: 'Kind of Blue',
      label: 'Columbia',
      members: { release_date: { from: '1959-08-17', to: null } },
    },
    {
      section: 'tracks',
      action: 'update',
      name: 'kind-of-blue/01.flac',
      members: { artists: { from: ['Miles Davis', 'John Coltrane'], to: ['Miles Davis'] } },
    },
  ])
})

test('a report has the values of new records, and the album of each new track, also of several with one title', async (database) => {
  await seedValue(database, { albums: [{ key: 'a', title: 'Greatest Hits' }] })
  const { changes } = await seedValue(
    database,
    {
      ...kindOfBlue,
      albums: [...albums, { key: 'b', title: 'Greatest Hits' }],
      tracks: [
        tracks[0],
        { title: 'One', file_path: '1', album: 'a' },
        { title: 'Two', file_path: '2', album: 'b' },
        { title: 'Three', file_path: '3', artists: [], duration_seconds: null },
      ],
    },
    { maxChanges: 100 },
  )
  const created = changes.map(({ section, action, ...change }) => [section, action, change])
  expect(created.filter(([section]) => section === 'albums' || section === 'tracks')).toEqual([
    [
      'albums',
      'create',
      {
        id: 2,
        name: 'Kind of Blue',
        label: 'Columbia',
        values: { label: 'Columbia', release_date: '1959-08-17', duration_seconds: 2744 },
      },
    ],
    ['albums', 'create', { id: 3, name: 'Greatest Hits', key: 'b', values: {} }],
    [
      'tracks',
      'create',
      {
        id: 1,
        album_id: 2,
        name: 'kind-of-blue/01.flac',
        values: {
          title: 'So What',
          duration_seconds: 562,
          album: 'Kind of Blue',
          artists: ['Miles Davis', 'John Coltrane'],
          genres: ['Jazz', 'Modal jazz'],
        },
      },
    ],
    ['tracks', 'create', { id: 2, album_id: 1, name: '1', values: { title: 'One', album: 'Greatest Hits' } }],
    ['tracks', 'create', { id: 3, album_id: 3, name: '2', values: { title: 'Two', album: 'Greatest Hits' } }],
    ['tracks', 'create', { id: 4, name: '3', values: { title: 'Three' } }],
  ])
})
