import { genreNames } from './genreNames.ts'

const specialNames: Record<string, string> = { RX: 'Remix', CR: 'Cover' }

/**
 * The genres that one text of a tag names. ID3 writes genres as numbers, such as `17`, `(17)` or `(51)(39)`, also followed by
 * a text that refines them, as in `(4)Eurodisco`. Any other text is one genre.
 */
export const parseGenres = (text: string): string[] => {
  const genres: string[] = []
  let rest = text.trim()
  for (let match = numberPattern.exec(rest); match; match = numberPattern.exec(rest)) {
    const [whole, code = ''] = match
    const name = specialNames[code] ?? genreNames[Number(code)]
    if (name !== undefined) genres.push(name)
    rest = rest.slice(whole.length).trim()
  }
  // A text that starts with a parenthesis is written with two.
  if (rest.startsWith('((')) rest = rest.slice(1)
  if (rest !== '') genres.push((/^\d+$/.test(rest) && genreNames[Number(rest)]) || rest)
  return [...new Set(genres)]
}

const numberPattern = /^\((\d{1,3}|RX|CR)\)/
