// People who write JSON by hand, or in a word processor, make a few mistakes again and again.

/** Names the mistake at or before the place where a text stops being JSON; undefined if it is none of those below. */
export const explainSyntaxError = (text: string, offset: number): string | undefined => {
  if (/^(?:\/[/*]|#)/.test(text.slice(offset, offset + 2))) return 'JSON has no comments. Take this one out.'
  return explainQuote(text, offset) ?? explainNumber(text, offset)
}

/** Whether a text begins with two lines of cells, the first of which is a word or quoted, such as `title,artist`. */
export const looksLikeCsv = (text: string): boolean =>
  /^(?:"[^"\n]*"|[\p{L}\p{N}_][^,;\t\n]*)[,;\t][^\n]*\n[^\n]*[,;\t]/u.test(text.slice(0, maxCsvStart))

/** How much of a text is looked at, in UTF-16 code units: more than two lines. */
const maxCsvStart = 20_000

const explainQuote = (text: string, offset: number): string | undefined => {
  const character = text.charAt(offset)
  if (character === "'" || character === '`') return `This is a ${quoteNames[character]}. ${straightQuotes}`
  if (curlyQuote.test(character)) return `This is a curly quote. ${straightQuotes}`
  if (endsWithCurlyQuote(text, offset)) return `A text on this line ends with a curly quote. ${straightQuotes}`
}

const quoteNames = { "'": 'single quote', '`': 'backtick' }
const curlyQuote = /[\u2018-\u201f\u00ab\u00bb\uff02]/
const straightQuotes = 'Put names and texts between straight double quotes: "…".'

/** How many characters of the line are looked at: a file may have but one line. */
const maxLookedAt = 1_000

/**
 * Whether a straight quote begins a text at or before an offset, and a curly one should end it. Such a text goes on to the
 * next straight quote, and the error is after that one.
 */
const endsWithCurlyQuote = (text: string, offset: number): boolean => {
  const before = text.slice(Math.max(0, offset - maxLookedAt), offset)
  const [line = ''] = text.slice(offset, offset + maxLookedAt).split('\n', 1)
  const unfinished = line.startsWith('"') ? line : /"[^"\n]*"\s*$/.exec(before)?.[0]
  return unfinished !== undefined && /^"[^"\n]*[\u201c-\u201f]\s*(?:[:,\]}]|$)/.test(unfinished)
}

const explainNumber = (text: string, offset: number): string | undefined => {
  const [start = ''] = /[\w.+-]*$/.exec(text.slice(Math.max(0, offset - maxDigits), offset)) ?? []
  const [end = ''] = /^[\w.+-]*/.exec(text.slice(offset, offset + maxDigits)) ?? []
  const written = start + end
  const value = Number(written)
  if (written.length > maxDigits || !/^[+-]?\.?\d/.test(written) || !Number.isFinite(value)) return
  if (jsonNumber.test(written)) return
  return `JSON has no number ${written}. Write ${value}, or "${written}" if it is text.`
}

const maxDigits = 30
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/
