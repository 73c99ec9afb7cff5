import { mapValues, slices } from '../../base/objects.ts'
import type { Reader } from '../../library/connection.ts'
import type { IdRange } from '../../library/listRange.ts'
import type { ChunkSource } from './source.ts'

/** Ids take four bytes, unless one of them needs more. */
type Ids = Uint32Array | Float64Array

/** The records of another kind that the records of a chunk refer to. Those of record `n` are `targets` from `starts[n]` to before `starts[n + 1]`. */
export interface Links {
  starts: Uint32Array
  targets: Ids
}

/** The names of a few records in the order of their ids, and what the records refer to. */
export interface Chunk {
  /** The smallest id that belongs to the chunk. All ids up to the `from` of the next chunk belong to it, too. */
  from: number
  /** Whether one of its records has changed since it was read. */
  isStale: boolean
  ids: Ids
  /** The folded names in UTF-8, each between two spaces. */
  names: Buffer
  /** Where the name of each record begins in `names`, and where the last one ends. */
  starts: Uint32Array
  /** By the names of the resources. */
  links: Record<string, Links>
}

const recordsPerChunk = 512

/** Nothing is known of the records from this id on. */
export const unreadChunk = (from: number): Chunk => ({ ...createChunk(from, [], {}), isStale: true })

/**
 * Reads the records of a range as chunks: at least one.
 * @param chunksPerSelect - how many chunks one select reads
 */
export const readChunks = async (
  read: Reader,
  source: ChunkSource,
  { from: first, to }: Omit<IdRange, 'limit'>,
  chunksPerSelect: number,
): Promise<Chunk[]> => {
  const chunks: Chunk[] = []
  const limit = recordsPerChunk * chunksPerSelect
  let from = first
  for (;;) {
    const rows = await source.readNames(read, { from, to, limit })
    const last = rows.at(-1)?.[0] ?? from
    const links: Record<string, LinkRows> = {}
    for (const [name, readLinks] of Object.entries(source.readLinks))
      links[name] = { rows: await readLinks(read, { from, to: last, limit }), taken: 0 }
    for (const ofChunk of slices(rows, recordsPerChunk)) {
      chunks.push(createChunk(from, ofChunk, links))
      // The next one begins behind the last record of this one.
      from = (ofChunk.at(-1)?.[0] ?? from) + 1
    }
    if (rows.length < limit || from > to) return chunks.length > 0 ? chunks : [createChunk(first, [], links)]
  }
}

export const packIds = (ids: readonly number[]): Ids =>
  ids.every((id) => id >= 0 && id <= 0xffff_ffff) ? Uint32Array.from(ids) : Float64Array.from(ids)

/** The links of a range. Those before `taken` are in chunks already. */
interface LinkRows {
  rows: [owner: number, target: number][]
  taken: number
}

/** @param linkRows - by the names of the resources; the links of these records are taken from them */
const createChunk = (
  from: number,
  records: [id: number, name: string][],
  linkRows: Record<string, LinkRows>,
): Chunk => {
  const spaced = records.map(([, name]) => ` ${name} `)
  const starts = new Uint32Array(records.length + 1)
  for (const [index, name] of spaced.entries()) starts[index + 1] = (starts[index] as number) + Buffer.byteLength(name)
  const ids = packIds(records.map(([id]) => id))
  const links = mapValues(linkRows, (rows) => takeLinks(rows, ids))
  return { from, isStale: false, ids, names: Buffer.from(spaced.join('')), starts, links }
}

const takeLinks = (links: LinkRows, ids: Ids): Links => {
  const { rows, taken: first } = links
  const starts = new Uint32Array(ids.length + 1)
  for (const [index, id] of ids.entries()) {
    while (links.taken < rows.length && (rows[links.taken]?.[0] as number) <= id) links.taken++
    starts[index + 1] = links.taken - first
  }
  return { starts, targets: packIds(rows.slice(first, links.taken).map(([, target]) => target)) }
}
