import leven from 'leven'

/** How many words are compared letter by letter for one text. It bounds the time with a hundred thousand names. */
const maxCompared = 20_000

/** How many more characters a word may have, those included that do not count. */
const maxGrowth = 10

/** The number of edits between two words: letters that are wrong, missing or added; two neighbours that are swapped are one. */
export const countEdits = (text: string, word: string): number => {
  const distance = leven(text, word)
  return distance === 2 && isSwapped(text, word) ? 1 : distance
}

/**
 * The word that is spelled most like a text; undefined if none is like it.
 * @param maxEdits - how many edits may be between both
 * @param fold - leaves out of a word what does not count
 */
export const findClosest = (
  text: string,
  words: Iterable<string>,
  maxEdits: number,
  fold = lettersOf,
): string | undefined => {
  const folded = fold(text)
  let best: string | undefined
  let bestEdits = maxEdits + 1
  let compared = 0
  for (const word of words) {
    if (Math.abs(word.length - text.length) > maxGrowth) continue
    const candidate = fold(word)
    if (candidate === folded) return word
    if (Math.abs(candidate.length - folded.length) >= bestEdits || compared >= maxCompared) continue
    compared++
    const edits = countEdits(folded, candidate)
    // Short words of which most letters differ are not alike.
    if (edits < bestEdits && edits < Math.max(folded.length, candidate.length) * 0.6) [best, bestEdits] = [word, edits]
  }
  return best
}

/**
 * How many edits may be between a text and a word that was meant.
 * @param lettersPerEdit - how long a text has to be for each edit
 */
export const maxEdits = (text: string, lettersPerEdit: number): number =>
  Math.min(3, Math.floor(text.length / lettersPerEdit))

/** `max_body`, `MAX-BODY` and `maxBody` are spellings of one name. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const isSwapped = (text: string, word: string) => {
  if (text.length !== word.length) return false
  const at = [...word].findIndex((letter, n) => letter !== text[n])
  return at >= 0 && word === text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
}

/** The question whether a word was meant; another sentence if there is none. */
export const askForWord = (word: string | undefined, otherwise: string): string =>
  word === undefined ? otherwise : `Did you mean ${word}?`
