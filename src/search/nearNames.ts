import { yieldIfDue } from '../base/eventLoop.ts'
import { UnionFind } from '../base/unionFind.ts'

// Names that are written differently, and likely mean the same: they differ in "The", "and", spaces and guests, or in one letter.

/** A name, and the records that have it. */
export interface FoldedName {
  folded: string
  ids: number[]
}

/** In a shorter name, another letter is another word. */
const minLetters = 7

/** At how many names that have a part in common one looks, and with how many it is compared letter by letter. They bound the time. */
const [maxLooked, maxCompared] = [1_000, 100]

/** So many names are compared before others may run. Most take some microseconds. */
const namesPerSlice = 16

const guests = ['feat', 'ft', 'featuring']

/** What distinguishes works of one name: numbers, also Roman ones, and letters such as those of sides. */
const isNumber = (word: string) => /\d|^[ivx]+$|^.$/u.test(word)

/** The words that count, without those that are often left out. */
const wordsOf = (folded: string): string[] => {
  const all = folded.split(' ')
  const guest = all.findIndex((word, index) => index > 0 && guests.includes(word))
  const own = guest > 0 ? all.slice(0, guest) : all
  const words = own.filter((word, n) => word !== 'and' && !(word === 'the' && (n === 0 || n === own.length - 1)))
  return words.length > 0 ? words : all
}

/**
 * The beginning and the end of a name, one of which another name with one edit has, too: the edit, or two letters that are swapped, is before
 * or behind the other one. A part is a bit less than half of the shorter name, which has as many letters, or one less.
 */
const partsOf = (letters: string, numbers: string): Set<string> => {
  const parts = new Set<string>()
  for (const shorter of [letters.length, letters.length - 1]) {
    if (shorter < minLetters) continue
    const size = Math.floor((shorter - 1) / 2)
    parts.add(`${size} ${numbers}<${letters.slice(0, size)}`).add(`${size} ${numbers}>${letters.slice(-size)}`)
  }
  return parts
}

/** A bit for each letter. An edit takes one away, and brings another one. */
const bitsOf = (letters: string): number => {
  let bits = 0
  for (let n = 0; n < letters.length; n++) bits |= 1 << (letters.charCodeAt(n) & 31)
  return bits
}

const hasAtMostTwoBits = (bits: number): boolean => {
  const others = bits & (bits - 1)
  return (others & (others - 1)) === 0
}

/** Whether a letter is wrong, missing or added, or two neighbours are swapped. It runs millions of times, so that it does not count. */
const isOneEdit = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++
  const [left, right] = [a.length - start - end, b.length - start - end]
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}

/** Groups names that are near, directly or through others. Names that are near to no other one are left out. */
export const groupNearNames = async (names: AsyncIterable<FoldedName>): Promise<FoldedName[][]> => {
  const all: FoldedName[] = []
  const letters: string[] = []
  const bits: number[] = []
  const sameLetters = new Map<string, number>()
  const withPart = new Map<string, number[]>()
  const near = new UnionFind()
  for await (const name of names) {
    const index = all.push(name) - 1
    if (index % namesPerSlice === 0) await yieldIfDue()
    const words = wordsOf(name.folded)
    const own = words.join('')
    letters.push(own)
    bits.push(bitsOf(own))
    const same = sameLetters.getOrInsert(own, index)
    if (same !== index) near.join(same, index)
    if (same !== index || own.length < minLetters) continue
    for (const part of partsOf(own, words.filter(isNumber).join(' '))) {
      const others = withPart.getOrInsertComputed(part, () => [])
      let compared = 0
      for (let n = others.length - 1; n >= 0 && n >= others.length - maxLooked && compared < maxCompared; n--) {
        const other = others[n] as number
        if (!hasAtMostTwoBits((bits[index] as number) ^ (bits[other] as number))) continue
        compared++
        if (isOneEdit(own, letters[other] as string)) near.join(other, index)
      }
      others.push(index)
    }
  }
  const groups = Map.groupBy(all.keys(), (index) => near.rootOf(index))
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map((n) => all[n] as FoldedName))
}
