import { type Call, get, send } from './http.ts'
import type { Library } from './library.ts'
import { plenty } from './settings.ts'

// The requests of each kind of work. Lists are sent in order, and again from the start.

/** Enough different ids that no order shows. */
const many = 20_000

/** Ids from 1, in an order that looks random and meets each one before it repeats. */
const scattered = (at: number, among: number) => ((at * 7_919) % among) + 1

const times = (count: number, make: (at: number) => Call) => Array.from({ length: count }, (_, at) => make(at))

export const labelReads = ({ admin, labels }: Library) =>
  times(many, (at) => get(admin, `/labels/${scattered(at, labels)}`))

export const trackReads = ({ admin, size }: Library) =>
  times(many, (at) => get(admin, `/tracks/${scattered(at, size)}`))

/** Likes that nobody has made yet, others in each round. */
export const likes = ({ users, size }: Library, round: number, count = plenty) =>
  times(count, (at) => {
    const pair = round * plenty + at
    const token = users[Math.floor(pair / size)] ?? ''
    return { method: 'POST', path: `/tracks/${scattered(pair, size)}/like`, token }
  })

export const newLabels = ({ admin }: Library, count = many) =>
  times(count, (at) => send(admin, 'POST', '/labels', { name: `New label ${at}` }))

export const labelChange = ({ admin }: Library, id: number) =>
  send(admin, 'PUT', `/labels/${id}`, { name: `Renamed ${id}` })

export const labelChanges = (library: Library) =>
  times(many, (at) => labelChange(library, scattered(at, library.labels)))

export const newTracks = ({ admin, albums, artists, genres }: Library, count = many) =>
  times(count, (at) =>
    send(admin, 'POST', '/tracks', {
      title: `New track ${at}`,
      file_path: `music/new/${at}.flac`,
      duration_seconds: 60 + (at % 500),
      album_id: scattered(at, albums),
      artist_ids: [scattered(at, artists), scattered(at + 1, artists)],
      genre_ids: [scattered(at, genres)],
    }),
  )

export const trackChange = ({ admin }: Library, id: number) =>
  send(admin, 'PUT', `/tracks/${id}`, { title: `Track ${id}, renamed`, duration_seconds: 60 + (id % 500) })

export const trackChanges = (library: Library) => times(many, (at) => trackChange(library, scattered(at, library.size)))

/** 19 reads, then a write. */
export const mixture = (library: Library, writes: Call[][]) => {
  const reads = [labelReads(library), trackReads(library)]
  const pick = (lists: Call[][], at: number) => {
    const list = lists[at % lists.length] ?? []
    return list[Math.floor(at / lists.length) % list.length] as Call // the lists are not empty
  }
  return times(plenty, (at) => (at % 20 === 19 ? pick(writes, Math.floor(at / 20)) : pick(reads, at)))
}
