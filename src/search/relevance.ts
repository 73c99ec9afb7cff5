import { yieldIfDue } from '../base/eventLoop.ts'
import { mapValues } from '../base/objects.ts'
import { resources } from '../catalogue/resources.ts'
import type { Chunk } from './nameIndex/chunk.ts'
import {
  addUpInChunk,
  createNeedle,
  type MarkedLinks,
  markByLinks,
  markTargets,
  type Needle,
  rankBeginnings,
  sortByShare,
  type Wanted,
} from './nameIndex/lookUp.ts'
import { leastMark, Marks } from './nameIndex/marks.ts'
import type { NameReader } from './nameIndex/nameIndex.ts'
import { type ChunkSource, createChunkSource } from './nameIndex/source.ts'
import { type Searchable, type SearchableName, searchables } from './searchables.ts'

// What `q` finds, and in which order. A word is looked for in the name of a record, and in the names of what the record refers to. It counts
// where it is found best. The records whose words have the smallest sum are the best matches; of these, those whose names begin with all of `q`.

/** The name of the order that has the best match first. */
export const relevance = 'relevance'

/** What a whole word counts, by where it is. A word that only begins with the word of `q` counts one more. */
const counts = { own: 1, artists: 3, albums: 5, labels: 7, genres: 9 }

/** Whether the names of the records with a mark of a match begin with all of `q`. In the order of names, the name that is `q` is their first. */
export const beginsWithAll = (mark: number): boolean => mark % 2 === 0

/** What the words count in the best match; null if there is none. */
export const bestSum = (matches: Marks): number | null => {
  const mark = leastMark(matches)
  return mark === null ? null : Math.floor(mark / 2)
}

/** Where the names of each kind are, and the records that it refers to. */
export const nameSources: Record<SearchableName, ChunkSource> = mapValues<SearchableName, Searchable, ChunkSource>(
  searchables,
  ({ searchedName }, name) => {
    if (name === 'users') return createChunkSource(searchedName, {})
    const { table, references, relations } = resources[name]
    const columns = Object.values(references).map(({ resource, column }) => [
      resource,
      { table, owner: table.id, target: column },
    ])
    return createChunkSource(
      searchedName,
      Object.fromEntries([...columns, ...Object.values(relations).map((relation) => [relation.resource, relation])]),
    )
  },
)

/** A word before it has been looked for. */
type WantedWord = Omit<Wanted, 'tested' | 'found'>

/** So many chunks are read before others may run. It takes a fraction of a millisecond. */
export const chunksPerSlice = 16

/** Creates marks for the records of chunks. */
export const createMarks = (chunks: readonly Chunk[]) => {
  const records = chunks.reduce((sum, { ids }) => sum + ids.length, 0)
  const largest = chunks.reduce((max, { ids }) => Math.max(max, ids.at(-1) ?? 0), 0)
  return new Marks(records, largest)
}

/**
 * Finds the records that have all words, the last one at least as the beginning of a word. Another one that is repeated counts once.
 * @param words - folded, at least one
 * @returns a function that returns marks for the matches of a kind: twice the sum, and one more unless the name begins with all of `q`
 */
export const createMatcher = (names: NameReader<SearchableName>, words: readonly string[]) => {
  // A word that is repeated is looked for once: a client could send it a hundred times.
  const needles = [...new Set(words.slice(0, -1))].map((word) => createNeedle(word, false))
  needles.push(createNeedle(words.at(-1) ?? '', true))

  const all = createNeedle(words.join(' '), true)

  /** Adds up what each of several words counts in the records that have all of them. @param finish - is called with the sums of each chunk */
  const addUp = async (
    kind: SearchableName,
    words: readonly WantedWord[],
    finish?: (chunk: Chunk, sums: Uint16Array) => void,
  ): Promise<Marks> => {
    const chunks = await names.chunks(kind)
    const sums = createMarks(chunks)
    const wanted = words.map((word): Wanted => ({ ...word, tested: 0, found: 0 }))
    for (const [index, chunk] of chunks.entries()) {
      if (index % chunksPerSlice === 0) await yieldIfDue()
      const ofChunk = addUpInChunk(chunk, wanted)
      sortByShare(wanted)
      finish?.(chunk, ofChunk)
      for (let position = 0; position < ofChunk.length; position++) {
        const sum = ofChunk[position] as number
        if (sum > 0) sums.set(chunk.ids[position] as number, sum)
      }
    }
    return sums
  }

  /** The records that others refer to and that have a word in their names, by the name of their kind and the word. */
  const marksByName = new Map<string, Promise<Marks>>()
  const findLinks = async (resource: Exclude<keyof typeof counts, 'own'>, needle: Needle): Promise<MarkedLinks> => {
    const key = `${resource} ${needle.bytes}`
    const marks = marksByName.get(key) ?? addUp(resource, [{ needle, own: counts.own, links: [] }])
    marksByName.set(key, marks)
    return { resource, marks: await marks, more: counts[resource] - counts.own }
  }

  /** Marks the albums of tracks whose artists have a word in their names. */
  const markByArtistsOfTracks = async (needle: Needle): Promise<Marks> => {
    const marks = createMarks(await names.chunks('albums'))
    const artists = await findLinks('artists', needle)
    if (artists.marks.count === 0) return marks
    for (const [index, chunk] of (await names.chunks('tracks')).entries()) {
      if (index % chunksPerSlice === 0) await yieldIfDue()
      markTargets(chunk, 'albums', markByLinks(chunk, artists), marks)
    }
    return marks
  }

  /** Where a word is looked for, beside the names of the records themselves. */
  const linksOf = async (kind: SearchableName, needle: Needle): Promise<Omit<WantedWord, 'needle' | 'own'>> => {
    if (kind === 'artists') return { links: [await findLinks('labels', needle)] }
    if (kind === 'albums')
      return { links: [await findLinks('labels', needle)], marked: await markByArtistsOfTracks(needle) }
    if (kind !== 'tracks') return { links: [] }
    // The label of a track is that of its album.
    const albums = await addUp('albums', [{ needle, own: counts.albums, links: [await findLinks('labels', needle)] }])
    const [artists, genres] = [await findLinks('artists', needle), await findLinks('genres', needle)]
    return { links: [artists, { resource: 'albums', marks: albums, more: 0 }, genres] }
  }

  return async (kind: SearchableName): Promise<Marks> => {
    const wanted: WantedWord[] = []
    for (const needle of needles) wanted.push({ needle, own: counts.own, ...(await linksOf(kind, needle)) })
    return addUp(kind, wanted, (chunk, sums) => rankBeginnings(chunk, all, sums))
  }
}
