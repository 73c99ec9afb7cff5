import { UsageError } from '../../base/errors.ts'
import { fromKeys } from '../../base/objects.ts'
import { createRandom } from '../../base/random.ts'
import { formatCatalogue } from '../export/exportCatalogue.ts'
import { genres, scripts, type Words } from './words.ts'

/** What a made-up catalogue is asked for. */
export interface GeneratedCatalogue {
  /** The number of its tracks. It has a tenth as many albums, and a twentieth as many artists. */
  tracks: number
  /** Another number gives other names; 1 by default. */
  seed?: number | undefined
}

/** Seeding more takes minutes. */
const maxTracks = 1_000_000

/**
 * Makes up a catalogue: the text of a catalogue file with plausible names in five scripts, records of every type, several artists of a
 * track, and fields that are missing, as in a real one. The same numbers give the same text.
 * @throws UsageError
 */
export const generateCatalogue = ({ tracks: size, seed = 1, ...others }: GeneratedCatalogue): string => {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new UsageError(`A made-up catalogue has the numbers tracks and seed, not ${unknown}.`)
  if (!Number.isInteger(size) || size < 1 || size > maxTracks)
    throw new UsageError(`The number of tracks is a whole number from 1 to ${maxTracks}.`)
  if (!Number.isSafeInteger(seed)) throw new UsageError('The seed of a made-up catalogue is a whole number.')
  const make = createMaker(seed)
  const count = (share: number) => Math.max(1, Math.ceil(size * share))
  const labels = make.list(count(1 / 500), () => ({ name: make.name('labels', make.words()) }))
  const usedGenres = genres.slice(0, Math.min(50, count(1 / 10)))
  const artists = make.list(count(1 / 20), () => make.artist(labels))
  const albums = make.list(count(1 / 10), () => make.album(make.pick(artists), labels))
  const tracks = make.list(size, (index) => make.track(index, albums, artists, usedGenres))
  const entries = {
    labels,
    genres: usedGenres.map((name) => ({ name })),
    artists: artists.map(({ words, ...artist }) => artist),
    albums: albums.map(({ artist, ...album }) => album),
    tracks,
  }
  return [...formatCatalogue((name) => entries[name])].join('')
}

interface Named {
  name: string
}

interface Artist extends Named {
  words: Words
  label?: string
}

interface Album {
  title: string
  artist: Artist
}

const tracksPerAlbum = 10

/** How many more names are made where one is taken, before it gets a number. */
const attempts = 3

const createMaker = (seed: number) => {
  const random = createRandom(seed)
  const isOften = (share: number) => random() < share
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T // no list is empty
  const list = <T>(length: number, create: (index: number) => T) => Array.from({ length }, (_, index) => create(index))
  const byTenths = scripts.flatMap(({ words, tenths }) => list(tenths, () => words))
  const takenNames = fromKeys(['labels', 'artists', 'albums'], () => new Set<string>())

  const fill = (form: string, words: Words) =>
    form.replaceAll(placeholder, (letter) => pick(words[lists[letter as keyof typeof lists]]))

  const createName = (kind: NameKind, words: Words) => {
    if (kind === 'labels') return fill(pick(words.labels), words)
    if (kind === 'artists') return fill(isOften(0.5) ? words.person : pick(words.bands), words)
    return fill(pick(words.titles), words) + (isOften(0.05) ? pick([' (Live)', ' (Remastered)', ' (Demo)']) : '')
  }

  /** A name that no other record of its kind has, up to the case of letters. */
  const name = (kind: 'labels' | 'artists' | 'albums', words: Words) => {
    const names = takenNames[kind]
    let text = createName(kind, words)
    for (let attempt = 0; attempt < attempts && names.has(text.toLowerCase()); attempt++) text = createName(kind, words)
    const first = text
    for (let number = 2; names.has(text.toLowerCase()); number++) text = `${first} ${number}`
    names.add(text.toLowerCase())
    return text
  }

  return {
    pick,
    list,
    name,
    words: () => pick(byTenths),
    artist: (labels: readonly Named[]): Artist => {
      const words = pick(byTenths)
      return {
        name: name('artists', words),
        ...(isOften(0.7) && { label: pick(labels).name }),
        words,
      }
    },
    album: (artist: Artist, labels: readonly Named[]) => ({
      title: name('albums', artist.words),
      ...(isOften(0.9) && { label: artist.label ?? pick(labels).name }),
      type: pick(['album', 'album', 'album', 'ep', 'single'] as const),
      ...(isOften(0.9) && { release_date: formatDay(between(1955, 2024), between(1, 12), between(1, 28)) }),
      ...(isOften(0.5) && { duration_seconds: between(900, 4_200) }),
      artist,
    }),
    track: (index: number, albums: readonly Album[], artists: readonly Artist[], usedGenres: readonly string[]) => {
      const place = Math.floor(index / tracksPerAlbum)
      const album = albums[place] as Album // there is one for each tenth track
      const title = createName('tracks', album.artist.words)
      const guests = isOften(0.15) ? list(between(1, 2), () => pick(artists).name) : []
      const isSingle = isOften(0.01)
      return {
        title,
        file_path: formatPath(album, index % tracksPerAlbum, title),
        ...(isOften(0.96) && { duration_seconds: between(45, 720) }),
        ...(!isSingle && { album: album.title }),
        ...(isOften(0.99) && { artists: [...new Set([album.artist.name, ...guests])] }),
        ...(isOften(0.95) && { genres: [...new Set(list(between(1, 2), () => pick(usedGenres)))] }),
      }
    },
  }
}

type NameKind = 'labels' | 'artists' | 'albums' | 'tracks'

/** The lists of words for which letters of a form stand. */
const lists = { G: 'givenNames', F: 'familyNames', A: 'adjectives', N: 'nouns', P: 'places' } as const

const placeholder = /(?<![a-z])[GFANP](?=s?(?![a-z]))/g

const twoDigits = (number: number) => String(number).padStart(2, '0')

const formatDay = (year: number, month: number, day: number) => `${year}-${twoDigits(month)}-${twoDigits(day)}`

const formatPath = ({ title: album, artist }: Album, index: number, title: string) =>
  `${artist.name}/${album}/${twoDigits(index + 1)} ${title}.flac`
