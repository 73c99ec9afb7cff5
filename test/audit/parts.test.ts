import { expect } from 'bun:test'
import { createTokenRules } from '../../src/accounts/tokenLife.ts'
import { readEntries } from '../../src/audit/store.ts'
import { defaultLimits } from '../../src/base/limits.ts'
import { cleanUp } from '../../src/cleanup/deleteEnded.ts'
import { now } from '../../src/library/clock.ts'
import { entriesOf, historyOf, readTrail } from '../support/audit.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'

test('the entry of a deletion names what it changes in others, and the history of each of them shows it', async (library) => {
  const { admin, user } = library
  const { create } = await createFixtures(admin)
  await create('/tracks', { title: 'Nardis', file_path: 'n.flac', album_id: 1, artist_ids: [1], genre_ids: [1] })
  await create('/artists', { name: 'Bill Evans' })
  await create('/tracks', { title: 'Blue', file_path: 'b.flac', artist_ids: [1, 2] })
  await user.post('/tracks/2/like')
  const cases = [
    ['albums/1', { 'tracks/1': { album_id: { from: 1, to: null } }, 'tracks/2': { album_id: { from: 1, to: null } } }],
    [
      'artists/1',
      {
        'tracks/1': { artist_ids: { from: [1], to: [] } },
        'tracks/2': { artist_ids: { from: [1], to: [] } },
        'tracks/3': { artist_ids: { from: [1, 2], to: [2] } },
      },
    ],
    [
      'genres/1',
      { 'tracks/1': { genre_ids: { from: [1], to: [] } }, 'tracks/2': { genre_ids: { from: [1], to: [] } } },
    ],
    ['tracks/2', {}],
  ] as const
  for (const [record, parts] of cases) {
    const [entry, ...others] = await entriesOf(library, () => admin.delete(`/${record}`))
    expect(others).toEqual([]) // Parts are not in the list.
    expect(entry).toMatchObject({ action: 'delete', record, part_of: null })
    const all = (await Array.fromAsync(readEntries(library.library.read, { entry: entry?.id }))).flat()
    expect(all.map((part) => part.record)).toEqual([record, ...Object.keys(parts)])
    for (const [other, changes] of Object.entries(parts)) {
      const part = (await historyOf(library, other)).at(-1)
      const { created_at, source, user_id, email, token_id, address } = entry ?? {}
      const head = { created_at, source, user_id, email, token_id, address, part_of: entry?.id }
      expect(part).toEqual(expect.objectContaining({ ...head, action: 'update', record: other, changes }))
    }
  }
})

test('the cleanup deletes an entry with all its parts, or keeps all of them', async (library) => {
  const { admin } = library
  const { create } = await createFixtures(admin)
  for (let track = 0; track < 5; track++) await create('/tracks', { title: 'Blue', file_path: 'b.flac', album_id: 1 })
  await admin.delete('/albums/1')
  await admin.put('/tracks/1', { title: 'Green' })
  const clean = (auditMaxBytes: number) =>
    cleanUp(library.library, now(), {
      ...defaultLimits,
      tokenRules: createTokenRules(),
      auditKeepMs: 1e12,
      auditMaxBytes,
    })
  const newest = (await readTrail(library)).at(-1)
  // Room for the newest entry, and for some of the parts of the deletion.
  await clean(600)
  expect(await readTrail(library)).toEqual([newest as never])
  expect((await historyOf(library, 'tracks/1')).map(({ action }) => action)).toEqual(['update'])
  await admin.put('/tracks/2', { album_id: null })
  await create('/albums', { title: 'Milestones' })
  for (let id = 1; id < 6; id++) await admin.put(`/tracks/${id}`, { album_id: 2 })
  await admin.delete('/albums/2')
  // The newest action is larger than the maximum.
  await clean(600)
  expect((await readTrail(library)).map(({ record }) => record)).toEqual(['albums/2'])
  expect((await historyOf(library, 'tracks/1')).length).toBe(1)
})
