import type { Chunk, Links } from './chunk.ts'
import type { Marks } from './marks.ts'

// A word in the names of one chunk. These loops run for each record of the library: they have no iterators and no closures.

/** A word as it is looked for in names. */
export interface Needle {
  bytes: Buffer
  /** Whether it may be the beginning of a word. */
  mayBegin: boolean
}

export const createNeedle = (word: string, mayBegin: boolean): Needle => ({
  bytes: Buffer.from(mayBegin ? ` ${word}` : ` ${word} `),
  mayBegin,
})

/** Marked records of another kind. */
export interface MarkedLinks {
  /** The name of their kind. */
  resource: string
  marks: Marks
  /** What is added to their marks in the records that refer to them. */
  more: number
}

/** A word, and what it counts. A record in which it is in several places has the smallest number. */
export interface Wanted {
  needle: Needle
  /** What a whole word of the name counts. A word that only begins with it counts one more. */
  own: number
  links: readonly MarkedLinks[]
  /** What it counts in some of the records for another reason. */
  marked?: Marks
  /** In how many records it was looked for so far, and found. */
  tested: number
  found: number
}

/** Sorts words so that those in the fewest records come first: the others need not be looked for in chunks without one of these. */
export const sortByShare = (wanted: Wanted[]): void => {
  const shareOf = ({ tested, found }: Wanted) => (tested === 0 ? 0 : found / tested)
  wanted.sort((a, b) => shareOf(a) - shareOf(b))
}

/** Adds up what each word counts in each record of a chunk. Records without one of the words have 0. */
export const addUpInChunk = (chunk: Chunk, wanted: readonly Wanted[]): Uint16Array => {
  let sums: Uint16Array | undefined
  for (const word of wanted) {
    const { needle, own, links, marked } = word
    const found = new Uint16Array(chunk.ids.length)
    markNames(chunk, needle, own, found)
    for (const { resource, marks, more } of links) markLinks(chunk.links[resource], marks, more, found)
    if (marked && marked.count > 0) markIds(chunk, marked, found)
    const count = countMarked(found)
    word.tested += found.length
    word.found += count
    const isAnyLeft = sums ? add(sums, found) : count > 0
    sums ??= found
    if (!isAnyLeft) break
  }
  return sums ?? new Uint16Array(chunk.ids.length)
}

/** Doubles each number, and adds one where the name does not begin with some bytes. Only the names of records with a number are read. */
export const rankBeginnings = ({ names, starts }: Chunk, { bytes }: Needle, sums: Uint16Array): void => {
  for (let position = 0; position < sums.length; position++) {
    const sum = sums[position] as number
    if (sum === 0) continue
    const start = starts[position] as number
    let length = 0
    while (length < bytes.length && names[start + length] === bytes[length]) length++
    sums[position] = 2 * sum + (length < bytes.length ? 1 : 0)
  }
}

/** Marks the records that refer to marked ones, by their positions. */
export const markByLinks = (chunk: Chunk, { resource, marks, more }: MarkedLinks): Uint16Array => {
  const found = new Uint16Array(chunk.ids.length)
  markLinks(chunk.links[resource], marks, more, found)
  return found
}

/** Gives records the smallest mark of those that refer to them. */
export const markTargets = (chunk: Chunk, resource: string, found: Uint16Array, marks: Marks): void => {
  const links = chunk.links[resource]
  if (!links) return
  const { starts, targets } = links
  for (let position = 0; position < found.length; position++) {
    const mark = found[position] as number
    if (mark === 0) continue
    const end = starts[position + 1] as number
    for (let link = starts[position] as number; link < end; link++) marks.setLeast(targets[link] as number, mark)
  }
}

const space = 0x20

const markNames = ({ names, starts }: Chunk, { bytes, mayBegin }: Needle, wholeMark: number, found: Uint16Array) => {
  let position = 0
  for (let at = names.indexOf(bytes); at >= 0; ) {
    while ((starts[position + 1] as number) <= at) position++
    const isWhole = !mayBegin || names[at + bytes.length] === space
    found[position] = isWhole ? wholeMark : wholeMark + 1
    // A later word of the same name may be the word itself.
    at = names.indexOf(bytes, isWhole ? starts[position + 1] : at + 1)
  }
}

const markLinks = (links: Links | undefined, marks: Marks, more: number, found: Uint16Array) => {
  if (!links || marks.count === 0) return
  const { starts, targets } = links
  for (let position = 0; position < found.length; position++) {
    const end = starts[position + 1] as number
    let least = found[position] as number
    for (let link = starts[position] as number; link < end; link++) {
      const mark = marks.get(targets[link] as number)
      if (mark > 0 && (least === 0 || mark + more < least)) least = mark + more
    }
    found[position] = least
  }
}

const markIds = ({ ids }: Chunk, marks: Marks, found: Uint16Array) => {
  for (let position = 0; position < found.length; position++) {
    const mark = marks.get(ids[position] as number)
    const former = found[position] as number
    if (mark > 0 && (former === 0 || mark < former)) found[position] = mark
  }
}

const countMarked = (found: Uint16Array): number => {
  let count = 0
  for (let position = 0; position < found.length; position++) if ((found[position] as number) > 0) count++
  return count
}

/** @returns whether a record is left */
const add = (sums: Uint16Array, found: Uint16Array): boolean => {
  let remaining = 0
  for (let position = 0; position < sums.length; position++) {
    const sum = sums[position] as number
    const mark = found[position] as number
    if (sum > 0 && mark > 0) {
      sums[position] = sum + mark
      remaining++
    } else sums[position] = 0
  }
  return remaining > 0
}
