import { expect, test } from 'bun:test'
import { createRandom } from '../../../src/base/random.ts'
import { maxMs } from '../../support/bounds.ts'
import { seedValue } from '../../support/catalogue.ts'
import { newDatabase } from '../../support/database.ts'
import { amount } from '../../support/longForm.ts'

// Random files of tracks whose paths are made of their values. The likely renames are those that comparing each track with each other one finds.

interface Song {
  title: string
  artists: string[]
  album: string
  duration_seconds: number
  file_path: string
}

const toFile = (songs: readonly Song[]) => ({
  artists: ['A', 'B'].map((name) => ({ name })),
  albums: ['X', 'Y'].map((title) => ({ title })),
  tracks: songs,
})

const differences = (a: Song, b: Song) =>
  (['title', 'artists', 'album', 'duration_seconds'] as const).filter((member) => !Bun.deepEquals(a[member], b[member]))

/** What two tracks differ in, if one was made of the other: a path or a single correction. */
const isCorrected = (a: Song, b: Song) => {
  const [first = '', ...others] = differences(a, b)
  return others.length === 0 && first !== 'duration_seconds'
}

const isSame = (a: Song, b: Song) => differences(a, b).length === 0

/** The pairs of two lists that a relation holds for, and for no other pair with either. */
const pairsOf = (before: Song[], after: Song[], relate: typeof isSame) =>
  before.flatMap((song) => {
    const [match, ...others] = after.filter((other) => relate(song, other))
    return match && others.length === 0 && before.filter((other) => relate(other, match)).length === 1
      ? [[song, match] as const]
      : []
  })

const pick = <Item>(random: () => number, items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item // It is below the length.

const createSongs = (random: () => number): Song[] => {
  const songs = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const [title, artist, album] = [pick(random, 'TUV'.split('')), pick(random, ['A', 'B']), pick(random, ['X', 'Y'])]
    const file_path = `shelf/${artist}/${album}/${title}${pick(random, ['', ' (2)'])}`
    return { title, artists: [artist], album, duration_seconds: pick(random, [1, 1, 2]), file_path }
  })
  return [...new Map(songs.map((song) => [song.file_path, song])).values()]
}

const seeds =
  process.env.SEED === undefined
    ? Array.from({ length: amount(16, 1_500) }, (_, index) => index + 1)
    : [Number(process.env.SEED)]

test(
  'the likely renames of tracks on a shelf are the corrections that no other track could be',
  async () => {
    let count = 0
    for (const seed of seeds) {
      const random = createRandom(seed)
      const [before, after] = [createSongs(random), createSongs(random)]
      await using database = await newDatabase()
      await seedValue(database, toFile(before))
      const gone = before.filter(({ file_path }) => after.every((song) => song.file_path !== file_path))
      const added = after.filter(({ file_path }) => before.every((song) => song.file_path !== file_path))
      // What is the same is found before what was corrected.
      const fileName = ({ file_path }: Song) => file_path.split('/').at(-1)
      const moved = pairsOf(gone, added, (a, b) => isSame(a, b) && fileName(a) === fileName(b))
      const isLeft = (song: Song) => !moved.flat().includes(song)
      const same = pairsOf(gone.filter(isLeft), added.filter(isLeft), isSame)
      const isRest = (song: Song) => isLeft(song) && !same.flat().includes(song)
      const corrected = pairsOf(gone.filter(isRest), added.filter(isRest), isCorrected)
      const { likely_renames } = await seedValue(database, toFile(after), { dryRun: true, maxChanges: 100 })
      const found = likely_renames.filter(
        ({ section, likes_stay_with_path }) => section === 'tracks' && !likes_stay_with_path,
      )
      const expected = [...moved, ...same, ...corrected].map(([from, to]) => `${from.file_path} → ${to.file_path}`)
      const names = found.map(({ former_name, name }) => `${former_name} → ${name}`)
      expect([seed, names.sort()]).toEqual([seed, expected.sort()])
      count += corrected.length
      if (likely_renames.some(({ likes_stay_with_path }) => likes_stay_with_path)) continue
      await seedValue(database, toFile(after), { acceptedRenames: likely_renames })
      expect(await seedValue(database, toFile(after), { maxChanges: 100 })).toMatchObject({
        changes: [],
        likely_renames: [],
      })
    }
    if (seeds.length > 1) expect(count).toBeGreaterThan(seeds.length / 8)
  },
  maxMs(600_000),
)
