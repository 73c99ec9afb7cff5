import type { ResourceName } from '../../src/catalogue/resources.ts'
import type { Client, ClientResponse } from './client.ts'
import { fold } from './fold.ts'

// Searches, and what they must return: computed from the whole lists of the API.

/** Sends a search. @param search - the path below `/search`, with the parameters */
export const search = (client: Client, path: string): Promise<ClientResponse> =>
  // The paths of a client are below /api.
  client.get(`/../search${path}`)

/** The parameters of a search, as text. */
export type Parameters = Record<string, string>

export type SearchedName = ResourceName | 'users'

// biome-ignore lint/suspicious/noExplicitAny: records of every resource are read by the names of their members
type ListedRecord = any

/** Names with what a whole word of them counts. */
type Places = [counted: number, names: string[]][]

const namesOf = (records: ListedRecord[]): string[] => records.map(({ name }) => name)

const placesOf = (record: ListedRecord, { labels, tracks }: Others): Places => {
  const labelOf = (id: number | null) => namesOf(labels.filter((label) => label.id === id))
  if ('email' in record) return [[1, [`${record.name} ${record.email}`]]]
  if ('file_path' in record) {
    const { title, artists, album, genres } = record
    return [
      [1, [title]],
      [3, namesOf(artists)],
      [5, album ? [album.title] : []],
      [7, labelOf(album?.label_id ?? null)],
      [9, namesOf(genres)],
    ]
  }
  const label: Places = [[7, 'label_id' in record ? labelOf(record.label_id) : []]]
  if (!('title' in record)) return [[1, [record.name]], ...label]
  const ofAlbum = tracks.filter(({ album_id }) => album_id === record.id)
  return [[1, [record.title]], [3, namesOf(ofAlbum.flatMap(({ artists }) => artists))], ...label]
}

/** What the words of a text count in a record; undefined if it lacks one. The last word may be the beginning of a word. */
const countWords = (record: ListedRecord, text: string, others: Others): number | undefined => {
  const places = placesOf(record, others).map(([counted, names]) => ({
    counted,
    words: names.flatMap((name) => fold(name).split(' ')),
  }))
  const given = fold(text.trim()).split(' ')
  const wanted = [...new Set(given.slice(0, -1)), ...given.slice(-1)]
  const sums = wanted.map((word, index) => {
    const isLast = index === wanted.length - 1
    const found = places.flatMap(({ counted, words }) => [
      ...(words.includes(word) ? [counted] : []),
      ...(isLast && words.some((other) => other.startsWith(word)) ? [counted + 1] : []),
    ])
    return Math.min(...found)
  })
  const sum = sums.reduce((a, b) => a + b)
  return Number.isFinite(sum) ? sum : undefined
}

const nameOf = (record: ListedRecord): string => record.title ?? record.name

/** What a test needs beyond the list: the tracks that the caller likes, with their places from the earliest like on, all albums, tracks and labels. */
interface Others {
  liked: Map<number, number>
  albums: ListedRecord[]
  tracks: ListedRecord[]
  labels: ListedRecord[]
}

/** Whether a list with commas has one of the values, or is `none` and there is no value. */
const hasAny = (text: string, values: unknown[]) =>
  text === 'none' ? values.length === 0 : values.some((value) => text.split(',').includes(String(value)))

/** Whether a track, or a track of an album, has a related record. */
const hasRelated =
  (member: 'artists' | 'genres') =>
  (record: ListedRecord, value: string, { tracks }: Others) => {
    const own = 'file_path' in record ? [record] : tracks.filter(({ album_id }) => album_id === record.id)
    const related: ListedRecord[] = own.flatMap((track) => track[member])
    return hasAny(
      value,
      related.map(({ id }) => id),
    )
  }

/** The values of a member that is not null: none or one. */
const valuesOf = (value: unknown): unknown[] => (value === null || value === undefined ? [] : [value])

/** A value is compared with as many characters of it as the ends of the range have. */
const isInRange = (value: string | number | null | undefined, range: string): boolean => {
  if (value === null || value === undefined) return range === 'none'
  if (range === 'none') return false
  const [from = '', to = from] = range.split('..')
  if (typeof value === 'number') return (from === '' || value >= Number(from)) && (to === '' || value <= Number(to))
  return (from === '' || value.slice(0, from.length) >= from) && (to === '' || value.slice(0, to.length) <= to)
}

const hasInRange =
  (member: string) =>
  (record: ListedRecord, range: string): boolean =>
    isInRange(record[member], range)

const tests: Record<string, (record: ListedRecord, value: string, others: Others) => boolean> = {
  q: (record, value, others) => value.trim() === '' || countWords(record, value, others) !== undefined,
  label_id: (record, value) =>
    hasAny(value, valuesOf('file_path' in record ? record.album?.label_id : record.label_id)),
  album_id: (record, value) => hasAny(value, valuesOf(record.album_id)),
  artist_id: hasRelated('artists'),
  genre_id: hasRelated('genres'),
  track_id: (record, value, { tracks }) => {
    const own = tracks.filter(({ album_id, artists }) =>
      'title' in record ? album_id === record.id : artists.some(({ id }: ListedRecord) => id === record.id),
    )
    return hasAny(
      value,
      own.map(({ id }) => id),
    )
  },
  type: (record, value) => hasAny(value, valuesOf('file_path' in record ? record.album?.type : record.type)),
  release_date: (record, range) =>
    isInRange('file_path' in record ? record.album?.release_date : record.release_date, range),
  duration: hasInRange('duration'),
  duration_seconds: hasInRange('duration_seconds'),
  created_at: hasInRange('created_at'),
  updated_at: hasInRange('updated_at'),
  liked: ({ id }, value, { liked }) => String(liked.has(id)) === value,
  ids: ({ id }, value) => value.split(',').includes(String(id)),
}

/** How many albums or tracks belong to a label or an artist. */
const countOwned = (record: ListedRecord, counted: 'albums' | 'tracks', { albums, tracks }: Others): number => {
  if (!('label_id' in record)) {
    const ofLabel = counted === 'albums' ? albums : tracks.map(({ album }) => album)
    return ofLabel.filter((album) => album?.label_id === record.id).length
  }
  const own = tracks.filter(({ artists }) => artists.some(({ id }: ListedRecord) => id === record.id))
  return counted === 'tracks' ? own.length : new Set(own.flatMap(({ album_id }) => album_id ?? [])).size
}

/** Compares values of one member: numbers by value, and texts by their bytes. */
const compare = (a: string | number | null, b: string | number | null): number => {
  if (a === null || b === null) return 0 // both are
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Among records in which words count the same: 0 for a name that is the words, 1 for one that begins with them, and 2 for another one. */
const countBeginning = (record: ListedRecord, words: string): number => {
  if (fold(nameOf(record)) === words) return 0
  // A user is found by both.
  return fold('email' in record ? `${record.name} ${record.email}` : nameOf(record)).startsWith(words) ? 1 : 2
}

/** Computes the result of a search from the whole list. */
const expectedResult = (
  list: ListedRecord[],
  others: Others,
  { sort: given, limit, offset, ...filters }: Parameters,
) => {
  const q = filters.q?.trim() ?? ''
  const sort = given ?? (q === '' ? 'id' : 'relevance')
  const member = sort.replace('-', '')
  const sortValue = (record: ListedRecord) =>
    member === 'liked'
      ? (others.liked.get(record.id) ?? null)
      : ['name', 'title', 'relevance'].includes(member)
        ? fold(nameOf(record))
        : member === 'albums' || member === 'tracks'
          ? countOwned(record, member, others)
          : record[member]
  const counted = (record: ListedRecord) =>
    member === 'relevance' && q !== ''
      ? 3 * (countWords(record, q, others) ?? 0) + countBeginning(record, fold(q).replaceAll(/ +/g, ' '))
      : 0
  const sign = sort.startsWith('-') ? -1 : 1
  const emptiness = (record: ListedRecord) => Number(sortValue(record) === null)
  const ascending = (a: ListedRecord, b: ListedRecord) =>
    counted(a) - counted(b) || compare(sortValue(a), sortValue(b)) || a.id - b.id
  const found = list
    .filter((record) => Object.entries(filters).every(([name, value]) => tests[name]?.(record, value, others)))
    .sort((a, b) => emptiness(a) - emptiness(b) || sign * ascending(a, b))
  const start = Number(offset ?? 0)
  return { records: found.slice(start, start + Number(limit ?? 50)), total: found.length }
}

/** Sends a search, and compares its response with the list of the resource. @throws Error with both if they differ */
export const compareSearch = async (client: Client, name: SearchedName, parameters: Parameters): Promise<number> => {
  const list = (await client.get(`/${name}`)).body
  const listOf = async (other: SearchedName) => (other === name ? list : (await client.get(`/${other}`)).body)
  const likes: { id: number }[] = (await client.get('/me/likes')).body
  const others = {
    liked: new Map(likes.map(({ id }, index) => [id, -index])),
    albums: await listOf('albums'),
    tracks: await listOf('tracks'),
    labels: await listOf('labels'),
  }
  const path = `/${name}?${new URLSearchParams(parameters)}`
  const { status, body, headers } = await search(client, path)
  const { records, total } = expectedResult(list, others, parameters)
  const isRight = status === 200 && headers.get('x-total-count') === String(total) && Bun.deepEquals(body, records)
  if (!isRight) {
    const found = JSON.stringify([status, headers.get('x-total-count'), body], null, 1)
    throw new Error(`/search${path} returned ${found}, and not ${total}: ${JSON.stringify(records, null, 1)}`)
  }
  return total
}
