import { expect } from 'bun:test'
import { AcceptedRenames } from '../../src/seeding/acceptedRenames.ts'
import { seedValue } from '../support/catalogue.ts'
import { listTracks } from '../support/catalogueStore.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'

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
