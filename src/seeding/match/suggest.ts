import leven from 'leven'
import { hasInvisible, removeInvisible } from '../../base/visible.ts'

/** A name without case, and without spaces and characters that can't be seen: two names with the same are hardly two records. */
export const foldName = (name: string): string => {
  const trimmed = (hasInvisible(name) ? removeInvisible(name) : name).trim()
  return (irregularSpace.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed).toLowerCase()
}

/** Few names have any: to look for it takes a third of the time of replacing it. */
const irregularSpace = /\s{2}|[^\S ]/

/** How many names are compared letter by letter for one suggestion. It bounds the time with a hundred thousand names. */
const maxCompared = 20_000

/**
 * Finds the name that somebody may have meant: one that differs in case or spaces, or else by few letters.
 * @param lettersPerError - how long a name has to be for each letter that differs
 */
export const suggestName = (text: string, names: Iterable<string>, lettersPerError = 4): string | undefined => {
  const folded = foldName(text)
  const maxDistance = Math.min(3, Math.floor(folded.length / lettersPerError))
  let best: string | undefined
  let bestDistance = maxDistance + 1
  let compared = 0
  for (const name of names) {
    if (Math.abs(name.length - text.length) > maxNameGrowth) continue
    const candidate = foldName(name)
    if (candidate === folded) return name
    if (Math.abs(candidate.length - folded.length) >= bestDistance || compared >= maxCompared) continue
    compared++
    const distance = leven(candidate, folded)
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

/** Finds the member that somebody may have meant. There are few, so that more letters may differ. */
export const suggestMember = (text: string, members: readonly string[]): string | undefined =>
  suggestName(text, members, 3) ?? members.find((member) => isSwapped(text.toLowerCase(), member))

/** Whether two neighbouring letters of a short word are swapped, which are two errors of its four letters otherwise. */
const isSwapped = (text: string, word: string) => {
  if (text.length !== word.length) return false
  const at = [...word].findIndex((letter, n) => letter !== text[n])
  return at >= 0 && word === text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
}

/** How many more characters a name may have, spaces included. */
const maxNameGrowth = 10
