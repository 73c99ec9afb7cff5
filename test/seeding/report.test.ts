import { expect } from 'bun:test'
import { kindOfBlue, seedValue } from '../support/catalogue.ts'
import { listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

const { labels, albums, tracks } = kindOfBlue

test('a dry run has the same report as a seed, and writes nothing', async (database) => {
  await seedValue(database, { labels })
  const dry = await seedValue(database, kindOfBlue, { dryRun: true, maxChanges: 100 })
  expect(await listTracks(database.read)).toEqual([])
  expect(dry.changes).toContainEqual({ section: 'tracks', action: 'create', name: 'kind-of-blue/01.flac' })
  const real = await seedValue(database, kindOfBlue, { maxChanges: 100 })
  expect(real).toEqual(dry)
})

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
    { section: 'labels', action: 'create', name: 'Verve' },
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

test('a change between records that share a name is reported with their ids', async (database) => {
  const twice = [
    { key: '1', name: 'L' },
    { key: '2', name: 'L' },
  ]
  await seedValue(database, { labels: twice, artists: [{ name: 'a', label: '1' }] })
  const renamed = {
    labels: [
      { key: '1', name: 'New' },
      { key: '2', name: 'L' },
    ],
    artists: [{ name: 'a', label: '2' }],
  }
  const moved = await seedValue(database, { ...renamed, labels: twice }, { dryRun: true, maxChanges: 100 })
  expect(moved.changes[0]?.members).toEqual({ label: { from: 'L (id 1)', to: 'L (id 2)' } })
  const both = await seedValue(database, renamed, { dryRun: true, maxChanges: 100 })
  expect(both.changes.map(({ members }) => members)).toEqual([
    { name: { from: 'L', to: 'New' } },
    { label: { from: 'L (id 1)', to: 'L (id 2)' } },
  ])
})
