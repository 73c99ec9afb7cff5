import { yieldIfDue } from '../base/eventLoop.ts'
import { countEdits } from '../base/spelling.ts'
import type { Chunk } from './nameIndex/chunk.ts'

// Names that are spelled like the words of a search that has found nothing. The loops run for each word of the library: they have no iterators
// and no closures.

/** The maximum number of suggestions. */
const maxSuggestions = 3

/** The maximum number of different words of a search for which names are suggested. It bounds the time of each name. */
const maxWords = 8

/** So many names are compared before others may run. A long name takes some microseconds. */
const namesPerSlice = 64

/** The maximum number of words of the library whose edits are kept for a word of the search. */
const maxKnown = 10_000

const space = 32

/** A word of a search, and what the words that are spelled like it have in common. */
interface Spelling {
  text: string
  /** Its UTF-8. */
  bytes: Buffer
  maxEdits: number
  /** Whether it has letters of several bytes. */
  isWide: boolean
  /** A bit for each letter that it has, as `letterBit` says. */
  letters: number
  /** Whether it may be the beginning of a word. */
  mayBegin: boolean
  /** The edits to words of the library that were compared before. */
  known: Map<string, number>
}

const letterBit = (byte: number) => 1 << (byte & 31)

/** So many edits are a misspelling, and not another word. An edit is a letter that is wrong, missing or added, or two neighbours that are swapped. */
const maxEditsOf = ({ length }: string, isAlone: boolean) => {
  // By itself, a word of three letters is one edit from too many others.
  if (length < 4) return length === 3 && !isAlone ? 1 : 0
  return length < 8 ? 1 : 2
}

const createSpelling = (text: string, isAlone: boolean, mayBegin: boolean): Spelling => {
  const bytes = Buffer.from(text)
  let letters = 0
  for (const byte of bytes) letters |= letterBit(byte)
  return {
    text,
    bytes,
    maxEdits: maxEditsOf(text, isAlone),
    isWide: bytes.length > text.length,
    letters,
    mayBegin,
    known: new Map(),
  }
}

const countBits = (bits: number) => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

const compare = (spelling: Spelling, text: string): number => {
  const known = spelling.known.get(text)
  if (known !== undefined) return known
  const edits = countEdits(spelling.text, text)
  if (spelling.known.size < maxKnown) spelling.known.set(text, edits)
  return edits
}

/** The number of edits between a word of a search and a word of a name, and half an edit more if it is near its beginning only. */
const editsToWord = (
  spelling: Spelling,
  names: Buffer,
  from: number,
  to: number,
  letters: number,
  isWide: boolean,
): number => {
  const { bytes, maxEdits, mayBegin } = spelling
  const more = to - from - bytes.length
  // An edit changes a byte, or up to three of a letter that is not Latin.
  const maxBytes = maxEdits * (isWide || spelling.isWide ? 3 : 1)
  // Each edit takes a letter away, and brings another one.
  if (Math.abs(more) <= maxBytes && countBits(letters ^ spelling.letters) <= 2 * maxBytes) {
    const edits = compare(spelling, names.toString('utf8', from, to))
    if (edits <= maxEdits) return edits
  }
  if (!mayBegin || more <= 0 || maxEdits === 0 || names[from] !== bytes[0]) return Number.POSITIVE_INFINITY
  const edits = compare(spelling, names.toString('utf8', from, from + bytes.length))
  return edits <= maxEdits ? edits + 0.5 : Number.POSITIVE_INFINITY
}

/** The number of edits between all words of a search and words of a name; Infinity if one of them is near none. */
const editsToName = (spellings: readonly Spelling[], names: Buffer, start: number, end: number): number => {
  let sum = 0
  for (const spelling of spellings) {
    let fewest = Number.POSITIVE_INFINITY
    let from = start + 1
    let letters = 0
    let isWide = false
    for (let at = from; at < end; at++) {
      const byte = names[at] as number
      if (byte !== space) {
        letters |= letterBit(byte)
        if (byte > 127) isWide = true
      } else {
        fewest = Math.min(fewest, editsToWord(spelling, names, from, at, letters, isWide))
        from = at + 1
        letters = 0
        isWide = false
      }
    }
    if (fewest === Number.POSITIVE_INFINITY) return fewest
    sum += fewest
  }
  return sum
}

/** A name that is near. */
interface Near {
  id: number
  name: string
  edits: number
  /** The size of the name in UTF-8. */
  size: number
}

/** Of names that are as near, the shortest one comes first, and of those the one with the smallest id. */
const compareNear = (a: Near, b: Near) => a.edits - b.edits || a.size - b.size || a.id - b.id

/**
 * Finds the names that are spelled like the words of a search. Each of the words has to be like one of the name.
 * @param words - folded, at least one; the last one may be the beginning of a word
 * @returns the ids of at most three records with different names, the nearest one first
 */
export const findSuggestions = async (chunks: readonly Chunk[], words: readonly string[]): Promise<number[]> => {
  const last = words.at(-1)
  const different = [...new Set(words)]
  if (different.length > maxWords) return []
  const spellings = different.map((word) => createSpelling(word, different.length === 1, word === last))
  let best: Near[] = []
  for (const { ids, names, starts } of chunks) {
    for (let record = 0; record < ids.length; record++) {
      if (record % namesPerSlice === 0) await yieldIfDue()
      const [start, end] = [starts[record] as number, starts[record + 1] as number]
      const edits = editsToName(spellings, names, start, end)
      if (edits === Number.POSITIVE_INFINITY) continue
      const worst = best[maxSuggestions - 1]
      // The ids come in their order.
      if (worst && (edits > worst.edits || (edits === worst.edits && end - start >= worst.size))) continue
      const near = { id: ids[record] as number, name: names.toString('utf8', start, end), edits, size: end - start }
      if (best.some(({ name }) => name === near.name)) continue
      best = [...best, near].sort(compareNear).slice(0, maxSuggestions)
    }
  }
  return best.map(({ id }) => id)
}
