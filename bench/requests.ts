import { type ApiRequest, getRequest, jsonRequest } from './http.ts'
import type { Library } from './library.ts'
import { maxRequestsPerRound } from './options.ts'

// The requests of each workload. A list is sent in order, and again from its first request.

/** Requests in a list: enough different ids to defeat caches that favour recent or neighbouring records. */
const listLength = 20_000

/** The id at a position of a sequence that visits every id from 1 to `count` once, in no apparent order. */
const scatteredId = (position: number, count: number) => ((position * 7_919) % count) + 1

const repeat = (count: number, create: (position: number) => ApiRequest) =>
  Array.from({ length: count }, (_, position) => create(position))

export const getLabels = ({ admin, labels }: Library) =>
  repeat(listLength, (position) => getRequest(admin, `/labels/${scatteredId(position, labels)}`))

export const getTracks = ({ admin, size }: Library) =>
  repeat(listLength, (position) => getRequest(admin, `/tracks/${scatteredId(position, size)}`))

/** Likes that do not exist yet; each round has its own pairs of user and track. */
export const postLikes = ({ users, size }: Library, round: number, count = maxRequestsPerRound) =>
  repeat(count, (position) => {
    const pair = round * maxRequestsPerRound + position
    const token = users[Math.floor(pair / size)] ?? ''
    return { method: 'POST', path: `/tracks/${scatteredId(pair, size)}/like`, token }
  })

export const postLabels = ({ admin }: Library, count = listLength) =>
  repeat(count, (position) => jsonRequest(admin, 'POST', '/labels', { name: `New label ${position}` }))

/** What names begin with around the world. Searching folds accents, capitals and punctuation, and plain names need none of that. */
const scripts = ['', 'Vol. 2 (Live), ', 'Café Ünïversal ', '東京事変のアルバム ', 'Звуки Му ']

export const postWrittenLabels = ({ admin }: Library) =>
  repeat(listLength, (position) =>
    jsonRequest(admin, 'POST', '/labels', { name: `${scripts[position % scripts.length]}New label ${position}` }),
  )

export const putLabel = ({ admin }: Library, id: number) =>
  jsonRequest(admin, 'PUT', `/labels/${id}`, { name: `Renamed ${id}` })

export const putLabels = (library: Library) =>
  repeat(listLength, (position) => putLabel(library, scatteredId(position, library.labels)))

export const postTracks = ({ admin, albums, artists, genres }: Library, count = listLength) =>
  repeat(count, (position) =>
    jsonRequest(admin, 'POST', '/tracks', {
      title: `New track ${position}`,
      file_path: `music/new/${position}.flac`,
      duration_seconds: 60 + (position % 500),
      album_id: scatteredId(position, albums),
      artist_ids: [scatteredId(position, artists), scatteredId(position + 1, artists)],
      genre_ids: [scatteredId(position, genres)],
    }),
  )

export const putTrack = ({ admin }: Library, id: number) =>
  jsonRequest(admin, 'PUT', `/tracks/${id}`, { title: `Track ${id}, renamed`, duration_seconds: 60 + (id % 500) })

export const putTracks = (library: Library) =>
  repeat(listLength, (position) => putTrack(library, scatteredId(position, library.size)))

/** 19 reads of labels and tracks, then one write, taken from each list of writes in turn. */
export const mixWith = (library: Library, writes: ApiRequest[][]) => {
  const reads = [getLabels(library), getTracks(library)]
  const pick = (lists: ApiRequest[][], position: number) => {
    const list = lists[position % lists.length] ?? []
    return list[Math.floor(position / lists.length) % list.length] as ApiRequest // no list is empty
  }
  return repeat(maxRequestsPerRound, (position) =>
    position % 20 === 19 ? pick(writes, Math.floor(position / 20)) : pick(reads, position),
  )
}
