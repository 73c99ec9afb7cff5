// How names are folded for searching, written independently of the library's triggers, for tests to compare with.

const diacritics = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu

/** Letters that have no decomposition, but are sorted and typed like others. */
const similarLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ς: 'σ',
}

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/** The characters that may fold to others, except A to Z. */
const candidates = [
  ...between(0x01, 0x209f),
  ...between(0x20d0, 0x218f),
  ...between(0x3000, 0x303f),
  '\u30fb',
  ...between(0xfb00, 0xfb06),
  ...between(0xfe20, 0xfe2f),
  '\ufeff',
  ...between(0xff01, 0xff65),
].filter((character) => !/[A-Z]/.test(character))

const foldPart = (part: string) => {
  if (part in similarLetters) return similarLetters[part]
  if (/[©®™℗⁄]/u.test(part)) return ' '
  if (/\p{Cf}/u.test(part)) return ''
  const isAsciiSymbol = part < '\x80' && !/[a-z0-9]/.test(part)
  return isAsciiSymbol || /[\p{P}\p{Z}\p{Cc}]/u.test(part) ? ' ' : part
}

/** What a character of `foldedCharacters` becomes. */
export const foldCharacter = (character: string): string => {
  if (/[©®™℗]/u.test(character)) return ' '
  const small = character.toLowerCase().normalize('NFKD').replaceAll(diacritics, '').toLowerCase().normalize('NFC')
  return [...small].map(foldPart).join('')
}

/** All characters that the library's triggers replace, except A to Z. */
export const foldedCharacters = candidates.filter((character) => foldCharacter(character) !== character)

const replacements = new Map(foldedCharacters.map((character) => [character, foldCharacter(character)]))

/** Folds a name as the library does. */
export const fold = (name: string): string => {
  const folded = [...name].map(
    (character) => replacements.get(character) ?? character.replace(/[A-Z]/, (capital) => capital.toLowerCase()),
  )
  return folded.join('').replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '') || name
}
