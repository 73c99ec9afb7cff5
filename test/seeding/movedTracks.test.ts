import { expect } from 'bun:test'
import type { Library } from '../../src/library/library.ts'
import { AcceptedRenames } from '../../src/seeding/acceptedRenames.ts'
import { addListener, likedPaths } from '../support/accounts.ts'
import { seedValue } from '../support/catalogue.ts'
import { listTracks, updateTrack } from '../support/catalogueStore.ts'
import { databaseTest } from '../support/fixtureTest.ts'

/** A track, known by one letter, at a position. */
const songAt = (title: string, index: number) => ({
  title,
  file_path: `${index + 1}.mp3`,
  duration_seconds: title.charCodeAt(0),
})

/** A file in which tracks have the paths 1.mp3, 2.mp3 and so on. */
const createFile = (titles: string) => ({ tracks: [...titles].map(songAt) })

const likers = async (database: Library, count: number) => {
  for (let id = 1; id <= count; id++) await addListener(database, `${id}@example.com`, [id])
}

/** The titles of the tracks that the listeners of `likers` like. */
const likedTitles = async (database: Library, count: number) => {
  const titles = new Map((await listTracks(database.read)).map(({ file_path, title }) => [file_path, title]))
  const paths = await Promise.all(
    Array.from({ length: count }, (_, at) => likedPaths(database, `${at + 1}@example.com`)),
  )
  return paths.map(([path = '']) => titles.get(String(path)) ?? '-').join('')
}

const cases: [string, string, string, boolean, string[], string][] = [
  ['two tracks that change places', 'AB', 'BA', false, ['2.mp3 1.mp3', '1.mp3 2.mp3'], 'AB'],
  ['three tracks in a circle', 'ABCx', 'CABx', true, ['3.mp3 1.mp3', '1.mp3 2.mp3', '2.mp3 3.mp3'], 'ABCx'],
  ['a new first track', 'ABC', 'NABC', false, ['1.mp3 2.mp3', '2.mp3 3.mp3', '3.mp3 4.mp3'], 'ABC'],
  ['a new first track, of a file to prune', 'ABC', 'NABC', true, ['1.mp3 2.mp3', '2.mp3 3.mp3', '3.mp3 4.mp3'], 'ABC'],
  ['a new first track, and no last one', 'ABC', 'NAB', true, ['1.mp3 2.mp3', '2.mp3 3.mp3'], 'AB-'],
  ['a removed first track', 'ABC', 'BC', true, ['2.mp3 1.mp3', '3.mp3 2.mp3'], '-BC'],
  ['a removed first track of two', 'AB', 'B', true, ['2.mp3 1.mp3'], '-B'],
  ['a new track between others', 'ABC', 'ANBC', false, ['2.mp3 3.mp3', '3.mp3 4.mp3'], 'ABC'],
  ['a removed track between others', 'ABCD', 'ACD', true, ['3.mp3 2.mp3', '4.mp3 3.mp3'], 'A-CD'],
  [
    'two rows',
    'ABCDE',
    'BAMCDE',
    false,
    ['2.mp3 1.mp3', '1.mp3 2.mp3', '3.mp3 4.mp3', '4.mp3 5.mp3', '5.mp3 6.mp3'],
    'ABCDE',
  ],
]

databaseTest.each(cases)(
  '%s: the dry run proposes the renames, and likes follow them',
  async (database, _, before, after, prune, renames, likes) => {
    const file = createFile(after)
    await seedValue(database, createFile(before))
    await likers(database, before.length)
    const options = { prune, maxChanges: 100 }
    const { likely_renames } = await seedValue(database, file, { ...options, dryRun: true })
    expect(likely_renames.map(({ former_name, name }) => `${former_name} ${name}`).sort()).toEqual([...renames].sort())
    for (const { likes_stay_with_path, former_name, formerly } of likely_renames)
      expect([likes_stay_with_path, formerly]).toEqual([true, former_name])
    const acceptedOptions = { ...options, acceptedRenames: likely_renames }
    const preview = await seedValue(database, file, { ...acceptedOptions, dryRun: true })
    expect(await seedValue(database, file, acceptedOptions)).toEqual(preview)
    expect(preview.likely_renames).toEqual([])
    expect(await likedTitles(database, before.length)).toBe(likes)
    for (const dryRun of [true, false])
      expect(await seedValue(database, file, { ...options, dryRun })).toMatchObject({ changes: [], likely_renames: [] })
  },
)

const swapped = createFile('BA').tracks
const first = songAt('A', 0)
const second = songAt('B', 1)

databaseTest('a track that people have moved or changed since the last seed is not proposed', async (database) => {
  await seedValue(database, createFile('ABCD'))
  await database.write(async (tx) => {
    await updateTrack(tx, 1, { file_path: '2.mp3' })
    await updateTrack(tx, 2, { file_path: '1.mp3' })
    await updateTrack(tx, 3, { title: 'E' })
  })
  const propose = async (titles: string) =>
    (await seedValue(database, createFile(titles), { dryRun: true, prune: true, maxChanges: 9 })).likely_renames
  expect(await propose('ABCD')).toEqual([])
  // What is displaced would be deleted, so people decide about it.
  expect(await propose('ABD')).toEqual([])
})

databaseTest('a track whose path people have given to another one, too, is not proposed', async (database) => {
  await seedValue(database, createFile('AB'))
  await database.write((tx) => updateTrack(tx, 1, { file_path: '2.mp3' }))
  const { likely_renames } = await seedValue(database, createFile('NAB'), { dryRun: true, prune: true, maxChanges: 9 })
  expect(likely_renames).toEqual([])
})

databaseTest('a seed that accepts renames moves files, and tracks that have changed places', async (database) => {
  const createMoved = (titles: string, folder: string) => ({
    tracks: [...createFile(titles).tracks, { ...songAt('M', 0), file_path: `${folder}/1.mp3` }],
  })
  await seedValue(database, createMoved('AB', 'old'))
  await likers(database, 3)
  await new AcceptedRenames(true).run(
    (options) => seedValue(database, createMoved('BA', 'new'), { ...options, prune: true }),
    'accept',
  )
  expect(await likedTitles(database, 3)).toBe('ABM')
})

databaseTest.each<[string, before: string | object[], after: string | object[], prune?: boolean]>([
  ['a track that is removed, without prune', 'ABC', 'BC'],
  ['tracks without a length', [first, second].map((track) => ({ ...track, duration_seconds: null })), 'BA'],
  ['tracks with keys', [first, second].map((track) => ({ ...track, key: track.title })), 'BA'],
  ['tracks with other albums, too', 'AB', swapped.map((track) => ({ ...track, album: 'X' }))],
  ['a song that several entries have', 'AB', [...swapped, { ...swapped[0], file_path: '3.mp3' }]],
  ['a song that several tracks have', 'ABA', [...swapped, { ...second, title: 'N', file_path: '3.mp3' }]],
  ['a removed track whose song is elsewhere', 'ABCA', 'BCxAA', true],
  ['tracks of which another entry says that it was one', 'AB', [...swapped, { ...songAt('N', 2), formerly: '1.mp3' }]],
  [
    'a place whose entry says that it was another track',
    'AB',
    [songAt('A', 0), { ...songAt('N', 1), formerly: '1.mp3' }, songAt('B', 2)],
  ],
  ['other titles', 'AB', 'XY'],
])('%s: no rename is proposed', async (database, _, before, after, prune = false) => {
  const catalogue = (tracks: string | object[]) => ({
    albums: [{ title: 'X' }],
    tracks: typeof tracks === 'string' ? createFile(tracks).tracks : tracks,
  })
  await seedValue(database, catalogue(before))
  const { likely_renames } = await seedValue(database, catalogue(after), { dryRun: true, prune, maxChanges: 100 })
  expect(likely_renames).toEqual([])
})
