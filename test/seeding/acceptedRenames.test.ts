import { expect } from 'bun:test'
import { createRecord, deleteRecord } from '../../src/catalogue/writes.ts'
import { AcceptedRenames } from '../../src/seeding/acceptedRenames.ts'
import { seedValue } from '../support/catalogue.ts'
import { listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { unaudited } from '../support/unaudited.ts'

const before = {
  artists: [{ name: 'A' }],
  tracks: [1, 2, 3].map((n) => ({ title: `${n}`, file_path: `old/${n}`, duration_seconds: n, artists: ['A'] })),
}

const moved = { ...before, tracks: before.tracks.map((track) => ({ ...track, file_path: `new/${track.title}` })) }

const renamed = { artists: [{ name: 'B' }], tracks: before.tracks.map((track) => ({ ...track, artists: ['B'] })) }

const cases: [string, object, 'accept' | 'throw', number][] = [
  ['nothing has moved', before, 'accept', 1],
  ['files have moved', moved, 'accept', 1],
  ['files have moved, and the renames are listed', moved, 'throw', 2],
  ['an artist has another name', renamed, 'accept', 2],
]

test.each(cases)(
  'a seed that accepts renames pairs its file as often as it has to: %s',
  async (database, _, file, likelyRenames, count) => {
    await seedValue(database, before)
    const ids = (await listTracks(database.read)).map(({ id }) => id)
    let runs = 0
    const report = await new AcceptedRenames(true).run((accepted) => {
      runs++
      return seedValue(database, file, { ...accepted, prune: true })
    }, likelyRenames)
    expect(runs).toBe(count)
    expect([report.sections.tracks.created, report.sections.artists.created]).toEqual([0, 0])
    expect((await listTracks(database.read)).map(({ id }) => id)).toEqual(ids)
  },
)

test('a rename gives an entry another record than the one that people have deleted', async (database) => {
  const song = { title: 'A', duration_seconds: 1 }
  await seedValue(database, { tracks: [{ ...song, file_path: '1' }] })
  await database.write((tx) => deleteRecord(unaudited(tx), 'tracks', 1))
  await database.write((tx) => createRecord(unaudited(tx), 'tracks', { ...song, file_path: '2' }))
  const report = await new AcceptedRenames(true).run(
    (accepted) => seedValue(database, { tracks: [{ ...song, file_path: '1' }] }, { ...accepted, prune: true }),
    'accept',
  )
  expect(report.sections.tracks).toMatchObject({ created: 0, updated: 1, deleted: 0 })
  expect(report.changed_by_people).toEqual([])
  expect((await listTracks(database.read)).map(({ id, file_path }) => [id, file_path])).toEqual([[2, '1']])
})
