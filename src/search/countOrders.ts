import { yieldIfDue } from '../base/eventLoop.ts'
import type { Chunk } from './nameIndex/chunk.ts'
import type { Marks } from './nameIndex/marks.ts'
import type { NameReader } from './nameIndex/nameIndex.ts'
import { chunksPerSlice, createMarks } from './relevance.ts'
import type { SearchableName } from './searchables.ts'

// The orders of labels and artists by how many albums and tracks they have. The links in memory are counted: no index of the library has
// these numbers, and SQL would count the albums of all artists for each page.

type Chunks = readonly Chunk[]
type Count = (id: number) => void

/** Calls a function with each link of records to those of another kind. */
const visitLinks = async (chunks: Chunks, kind: string, visit: (owner: number, target: number) => void) => {
  for (const [index, { ids, links }] of chunks.entries()) {
    if (index % chunksPerSlice === 0) await yieldIfDue()
    const ofKind = links[kind]
    if (!ofKind) continue
    const { starts, targets } = ofKind
    for (let record = 0; record < ids.length; record++) {
      const end = starts[record + 1] as number
      for (let link = starts[record] as number; link < end; link++)
        visit(ids[record] as number, targets[link] as number)
    }
  }
}

/** Reads the only link that records have to one of another kind. */
const readTargets = async (chunks: Chunks, kind: string): Promise<Map<number, number>> => {
  const targets = new Map<number, number>()
  await visitLinks(chunks, kind, (owner, target) => void targets.set(owner, target))
  return targets
}

interface Counter {
  /** The kinds whose links are counted. */
  sources: readonly SearchableName[]
  /** Calls `count` with a record once for each of what it has. @param sources - their chunks */
  count(sources: readonly Chunks[], count: Count): Promise<void>
}

const countAlbumsOfArtists = async (tracks: Chunks, count: Count) => {
  const albumOf = await readTargets(tracks, 'albums')
  const albumsOf = new Map<number, Set<number>>()
  await visitLinks(tracks, 'artists', (track, artist) => {
    const album = albumOf.get(track)
    if (album === undefined) return
    const known = albumsOf.getOrInsertComputed(artist, () => new Set())
    if (known.has(album)) return
    known.add(album)
    count(artist)
  })
}

/** By the kind of the records, and the name of the order. */
export const counters: Partial<Record<string, Record<string, Counter>>> = {
  labels: {
    albums: {
      sources: ['albums'],
      count: ([albums = []], count) => visitLinks(albums, 'labels', (_, label) => count(label)),
    },
    tracks: {
      sources: ['albums', 'tracks'],
      count: async ([albums = [], tracks = []], count) => {
        const labelOf = await readTargets(albums, 'labels')
        await visitLinks(tracks, 'albums', (_, album) => {
          const label = labelOf.get(album)
          if (label !== undefined) count(label)
        })
      },
    },
  },
  artists: {
    albums: { sources: ['tracks'], count: ([tracks = []], count) => countAlbumsOfArtists(tracks, count) },
    tracks: {
      sources: ['tracks'],
      count: ([tracks = []], count) => visitLinks(tracks, 'artists', (_, artist) => count(artist)),
    },
  },
}

/** All records of a kind in an order. */
export interface CountOrder {
  /** The smallest number first, and those with equal numbers by their ids. */
  ids: readonly number[]
  all: Marks
}

/** The last order of each name, as long as the records are the same ones, with the chunks of the links that it counts. */
const known = new WeakMap<Chunks, Map<string, { sources: readonly Chunks[]; order: CountOrder }>>()

/** Reads the order of this name; undefined if it does not count anything. */
export const readCountOrder = async (
  names: NameReader<SearchableName>,
  kind: SearchableName,
  sort: string,
): Promise<CountOrder | undefined> => {
  const counter = counters[kind]?.[sort]
  if (!counter) return undefined
  const records = await names.chunks(kind)
  const sources: Chunks[] = []
  for (const source of counter.sources) sources.push(await names.chunks(source))
  const ofRecords = known.getOrInsertComputed(records, () => new Map())
  const last = ofRecords.get(sort)
  // Chunks that have changed are in another array.
  if (last?.sources.every((chunks, index) => chunks === sources[index])) return last.order
  const order = await createOrder(records, counter, sources)
  ofRecords.set(sort, { sources, order })
  return order
}

const createOrder = async (records: Chunks, counter: Counter, sources: readonly Chunks[]): Promise<CountOrder> => {
  const counts = new Map<number, number>()
  await counter.count(sources, (id) => void counts.set(id, (counts.get(id) ?? 0) + 1))
  const all = createMarks(records)
  const groups = new Map<number, number[]>()
  for (const [index, { ids }] of records.entries()) {
    if (index % chunksPerSlice === 0) await yieldIfDue()
    for (const id of ids) {
      all.set(id, 1)
      groups.getOrInsertComputed(counts.get(id) ?? 0, () => []).push(id)
    }
  }
  return { ids: [...groups].sort(([a], [b]) => a - b).flatMap(([, ids]) => ids), all }
}
