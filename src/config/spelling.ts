import leven from 'leven'

interface Candidate {
  spelling: string
  /** What is suggested for this spelling. */
  name: string
}

/** The name whose spelling is most like a text; undefined if none is like it. @param maxDistance - how many letters may differ */
export const findSimilar = (
  text: string,
  candidates: readonly Candidate[],
  maxDistance: number,
): string | undefined => {
  const [best] = candidates
    .map(({ spelling, name }) => ({ name, distance: spellingDistance(text, spelling) }))
    .sort((one, other) => one.distance - other.distance)
  return best && best.distance <= maxDistance ? best.name : undefined
}

/**
 * The name that a text is probably a misspelling of: one letter is wrong, missing or added, or two neighbours are swapped. More
 * edits make another word of a short name, such as HOME of HOST.
 */
export const findMisspelled = (text: string, candidates: readonly Candidate[]): string | undefined =>
  findSimilar(text, candidates, 1) ?? candidates.find(({ spelling }) => isSwapped(text, spelling))?.name

const isSwapped = (text: string, other: string) => {
  const [letters, otherLetters] = [lettersOf(text), lettersOf(other)]
  const at = [...letters].findIndex((letter, index) => letter !== otherLetters[index])
  const swapped = `${letters.slice(0, at)}${letters[at + 1]}${letters[at]}${letters.slice(at + 2)}`
  return at >= 0 && swapped === otherLetters
}

/** The number of edits between two names, or Infinity when most of the letters differ, as between short names. */
const spellingDistance = (name: string, other: string) => {
  const [letters, otherLetters] = [lettersOf(name), lettersOf(other)]
  const distance = leven(letters, otherLetters)
  return distance < Math.max(letters.length, otherLetters.length) * 0.6 ? distance : Number.POSITIVE_INFINITY
}

/** `max_body`, `MAX-BODY` and `maxBody` are spellings of one name. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
