import { expect } from 'bun:test'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { amount } from '../support/longForm.ts'

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

test('records of one name are told apart by their ids where one takes the place of the other', async (database) => {
  const labels = ['a', 'b'].map((key) => ({ key, name: 'Verve' }))
  const artistOf = (label: string) => ({ labels, artists: [{ name: 'Ella Fitzgerald', label }] })
  await seedValue(database, artistOf('a'))
  const { changes } = await seedValue(database, artistOf('b'), { maxChanges: 10 })
  expect(changes).toMatchObject([{ members: { label: { from: 'Verve (id 1)', to: 'Verve (id 2)' } } }])
})

// Changes that several records share are groups.

const genres = [{ name: 'Jazz' }, { name: 'Modal jazz' }, { name: 'Live' }, { name: 'Bop' }]

const track = (number: number, members: object = {}) => ({
  title: `Track ${number}`,
  file_path: `${number}.flac`,
  genres: ['Jazz', number % 2 === 0 ? 'Bop' : 'Live'],
  ...members,
})

const tracksOf = (count: number, membersAt: (number: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, number) => track(number, membersAt(number)))

const modal = (number: number) => ({ genres: ['Modal jazz', number % 2 === 0 ? 'Bop' : 'Live'] })

test('a change that three records share is a group, which has the items of lists that were removed and added', async (database) => {
  await seedValue(database, { genres, tracks: tracksOf(5) })
  const changed = tracksOf(5, (number) => (number < 3 ? modal(number) : { title: `New ${number}` }))
  const { groups, changes, omitted } = await seedValue(database, { tracks: changed }, { dryRun: true, maxChanges: 100 })
  const group = { section: 'tracks', action: 'update', member: 'genres', from: ['Jazz'], to: ['Modal jazz'], count: 3 }
  expect(groups).toEqual([group] as typeof groups)
  expect(changes.map(({ in_groups }) => in_groups)).toEqual([true, true, true, undefined, undefined])
  expect(omitted).toEqual([])
})

test('a group counts all records, and its records make room for others in a full list', async (database) => {
  const count = amount(2_100, 5_000)
  await seedValue(database, { genres, tracks: tracksOf(count) })
  // The last two have changes of their own.
  const changed = tracksOf(count, (number) => ({
    ...modal(number),
    ...(number >= count - 2 && { duration_seconds: number }),
  }))
  const { groups, changes, omitted } = await seedValue(database, { tracks: changed }, { dryRun: true, maxChanges: 4 })
  expect(groups.map((group) => [group.member, group.count])).toEqual([['genres', count]])
  expect(changes.map(({ name }) => name)).toEqual([`${count - 2}.flac`, `${count - 1}.flac`])
  expect(omitted).toEqual([{ section: 'tracks', action: 'update', count: count - 2, in_groups: count - 2 }])
})

test('a report with a maximum counts what it leaves out, for each section and action', async (database) => {
  await seedValue(database, { genres, tracks: tracksOf(10) })
  const changed = [...tracksOf(9, (number) => ({ duration_seconds: number })), ...tracksOf(15).slice(10)]
  const { changes, omitted, groups } = await seedValue(
    database,
    { genres, tracks: changed },
    { dryRun: true, prune: true, maxChanges: 2 },
  )
  expect(changes.map(({ action }) => action)).toEqual(['delete', 'update', 'update', 'create', 'create'])
  expect(omitted).toEqual([
    { section: 'tracks', action: 'update', count: 7, in_groups: 0 },
    { section: 'tracks', action: 'create', count: 3, in_groups: 0 },
  ])
  expect(groups).toEqual([])
})

test('changes of more values than are counted are in no group, and those that were counted first still are', async (database) => {
  const total = amount(2_100, 4_000)
  await seedValue(database, { tracks: tracksOf(total).map(({ title, file_path }) => ({ title, file_path })) })
  const tracks = tracksOf(total).map(({ title, file_path }, number) => ({
    title,
    file_path,
    duration_seconds: number < 3 || number > total - 4 ? 7 : number + 10,
  }))
  const { groups, omitted } = await seedValue(database, { tracks }, { dryRun: true, maxChanges: 2 })
  expect(groups.map(({ from, to, count }) => [from, to, count])).toEqual([[null, 7, 6]])
  expect(omitted).toMatchObject([{ count: total - 2 }])
})
