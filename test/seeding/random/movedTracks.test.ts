import { expect, test } from 'bun:test'
import { createRandom, type Random } from '../../../src/base/random.ts'
import { maxMs } from '../../support/bounds.ts'
import { seedValue } from '../../support/catalogue.ts'
import { listTracks, updateTrack } from '../../support/catalogueStore.ts'
import { newDatabase } from '../../support/database.ts'
import { amount } from '../../support/longForm.ts'

// Random files whose tracks change places, get other titles, come and go. What a dry run proposes is what --accept-renames and `formerly` do.

interface Song {
  title: string
  duration_seconds: number | null
  album?: string
  key?: string
  formerly?: string
}

/** `Z` has no length. */
const createSong = (title: string): Song => ({ title, duration_seconds: title === 'Z' ? null : title.charCodeAt(0) })

const letters = 'ABCDEFGHZ'

const editSongs = (random: Random, songs: readonly Song[]): Song[] => {
  const int = (count: number) => Math.floor(random() * count)
  const edited = [...songs]
  const [at, other] = [int(songs.length), int(songs.length)]
  const song = edited[at] as Song // the position is one of them
  const edits = [
    () => edited.splice(at, 1, ...edited.splice(other, 1, song)),
    () => edited.splice(at, 0, createSong(random() < 0.7 ? 'N' : (letters[int(9)] as string))),
    () => edited.length > 1 && edited.splice(at, 1),
    () => edited.push(...edited.splice(0, 1)),
    () => edited.splice(at, 1, { ...song, album: 'X' }),
    () => edited.splice(at, 1, { ...song, title: `${song.title}!` }),
    () => edited.splice(at, 1, { ...song, formerly: `${int(6)}.mp3` }),
  ]
  edits[Math.min(int(10), int(edits.length))]?.()
  return edited
}

const toFile = (songs: readonly Song[]) => ({
  albums: [{ title: 'X' }],
  tracks: songs.map((song, index) => ({ album: null, ...song, file_path: `${index}.mp3` })),
})

const seeds =
  process.env.SEED === undefined
    ? Array.from({ length: amount(12, 1_500) }, (_, index) => index + 1)
    : [Number(process.env.SEED)]

/** @returns the number of tracks that have changed places */
const tryFiles = async (seed: number): Promise<number> => {
  const random = createRandom(seed)
  const before = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, at) => ({
    ...createSong(letters[random() < 0.8 ? at : Math.floor(random() * 9)] as string),
    ...(random() < 0.05 && { key: `${at}` }),
  }))
  let after: Song[] = before
  for (let edit = 0; edit < 3; edit++) after = editSongs(random, after)
  const file = toFile(after)
  const options = { prune: random() < 0.6, maxChanges: 100 }
  const isEdited = random() < 0.3
  const prepare = async () => {
    const database = await newDatabase()
    await seedValue(database, toFile(before))
    const changes = seed % 2 ? { title: 'A' } : { file_path: '1.mp3' }
    if (isEdited) await database.write((tx) => updateTrack(tx, 1, changes))
    return database
  }
  const tracksOf = async ({ read }: Awaited<ReturnType<typeof prepare>>) =>
    (await listTracks(read)).map(({ id, title, file_path }) => ({ id, title, file_path }))

  await using database = await prepare()
  const preview = await seedValue(database, file, { ...options, dryRun: true }).catch(() => undefined)
  const acceptedRenames = preview?.likely_renames ?? []
  const moved = acceptedRenames.filter(({ likes_stay_with_path }) => likes_stay_with_path)
  if (moved.length === 0) return 0
  const accepted = await seedValue(database, file, { ...options, acceptedRenames, dryRun: true })
  expect(await seedValue(database, file, { ...options, acceptedRenames })).toEqual(accepted)
  const tracks = await tracksOf(database)
  for (const { id, name } of moved) expect(tracks.find((track) => track.id === id)?.file_path).toBe(name)
  expect(await seedValue(database, file, options)).toMatchObject({ changes: [], likely_renames: [] })

  await using other = await prepare()
  const formers = new Map(acceptedRenames.map(({ index, formerly }) => [index, { formerly }]))
  const corrected = { ...file, tracks: file.tracks.map((track, index) => ({ ...track, ...formers.get(index) })) }
  for (let run = 0; run < 2; run++) {
    const { changes } = await seedValue(other, corrected, options)
    expect([await tracksOf(other), run === 0 || changes]).toEqual([tracks, run === 0 || []])
  }
  return moved.length
}

test(
  'tracks that change places are renamed as a dry run says, by --accept-renames and by formerly',
  async () => {
    let count = 0
    for (const seed of seeds) {
      try {
        count += await tryFiles(seed)
      } catch (error) {
        throw new Error(`With SEED=${seed}`, { cause: error })
      }
    }
    if (seeds.length > 1) expect(count).toBeGreaterThan(seeds.length / 4)
  },
  maxMs(600_000),
)
