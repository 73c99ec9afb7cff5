const graphemes = new Intl.Segmenter()

/** The first letters of a text, each of which may be several code points. */
const firstLetters = (text: string, count: number) =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .slice(0, count)
    .join('')
    .toUpperCase()

const articles = /^(a|an|the)$/i

/** How many characters of a name without words fit, such as those of "1989". */
const maxCharacters = 4

/**
 * The initials of the first two words, without an article before them. Numerals and signs have no initials: a name without others is shown
 * itself, as far as it fits.
 */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const bare = words.map((word) => word.replace(/^[\p{P}\p{S}]+/u, '')).filter((word) => /^\p{L}/u.test(word))
  const [first = '', ...others] = bare
  const named = others.length > 0 && articles.test(first) ? others : bare
  if (named.length > 0)
    return named
      .slice(0, 2)
      .map((word) => firstLetters(word, 1))
      .join('')
  return firstLetters(words[0] ?? '', maxCharacters)
}
