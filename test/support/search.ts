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

/** Whether a name has all words of a text, and the last one at least as the beginning of a word. */
const hasWords = (name: string, text: string) => {
  const names = fold(name).split(' ')
  const words = fold(text.trim()).split(' ')
  const last = words.pop() ?? ''
  return words.every((word) => names.includes(word)) && names.some((word) => word.startsWith(last))
}

const nameOf = (record: ListedRecord): string => record.title ?? record.name

/** What a test needs beyond the list: the tracks that the caller likes, with their places from the earliest like on, and all tracks. */
interface Others {
  liked: Map<number, number>
  tracks: ListedRecord[]
}

/** Whether a track, or a track of an album, has a related record. */
const hasRelated =
  (member: 'artists' | 'genres') =>
  (record: ListedRecord, value: string, { tracks }: Others) => {
    const own = 'file_path' in record ? [record] : tracks.filter(({ album_id }) => album_id === record.id)
    return own.some((track) => track[member].some(({ id }: ListedRecord) => String(id) === value))
  }

const tests: Record<string, (record: ListedRecord, value: string, others: Others) => boolean> = {
  q: (record, value) =>
    value.trim() === '' || hasWords('email' in record ? `${record.name} ${record.email}` : nameOf(record), value),
  label_id: (record, value) => String('file_path' in record ? record.album?.label_id : record.label_id) === value,
  album_id: (record, value) => String(record.album_id) === value,
  artist_id: hasRelated('artists'),
  genre_id: hasRelated('genres'),
  type: (record, value) => ('file_path' in record ? record.album?.type : record.type) === value,
  liked: ({ id }, _, { liked }) => liked.has(id),
  ids: ({ id }, value) => value.split(',').includes(String(id)),
}

/** Compares as SQLite does: null first, numbers by value, and texts by their bytes. */
const compare = (a: string | number | null, b: string | number | null): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Computes the result of a search from the whole list. */
const expectedResult = (
  list: ListedRecord[],
  others: Others,
  { sort = 'id', limit, offset, ...filters }: Parameters,
) => {
  const member = sort.replace('-', '')
  const sortValue = (record: ListedRecord) =>
    member === 'liked'
      ? (others.liked.get(record.id) ?? null)
      : member === 'name' || member === 'title'
        ? fold(nameOf(record))
        : record[member]
  const found = list
    .filter((record) => Object.entries(filters).every(([name, value]) => tests[name]?.(record, value, others)))
    .sort((a, b) => compare(sortValue(a), sortValue(b)) || a.id - b.id)
  if (sort.startsWith('-')) found.reverse()
  const start = Number(offset ?? 0)
  return { records: found.slice(start, start + Number(limit ?? 50)), total: found.length }
}

/** Sends a search, and compares its response with the list of the resource. @throws Error with both if they differ */
export const compareSearch = async (client: Client, name: SearchedName, parameters: Parameters): Promise<number> => {
  const list = (await client.get(`/${name}`)).body
  const likes: { id: number }[] = (await client.get('/me/likes')).body
  const others = {
    liked: new Map(likes.map(({ id }, index) => [id, -index])),
    tracks: (await client.get('/tracks')).body,
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
