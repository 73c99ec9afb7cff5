// Writes the language of manual pages, mdoc(7), as mandoc and groff read it.

/** A line of mdoc: a macro such as `.Sh NAME`, or text. */
export type Line = string

const maxTextLength = 78

/** Escapes text that stands inside a line. Hyphens become those of ASCII, so that options can be found and copied. */
export const inline = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII
    .replaceAll(/[^\x00-\x7f]/gu, (char) => `\\[u${hexadecimal(char)}]`)

const hexadecimal = (char: string) => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** An argument of a macro. A quoted one is never taken for the name of a macro. */
export const argument = (text: string): string => `"${inline(text).replaceAll('"', '\\(dq')}"`

/** Text in lines of at most 78 characters, with each sentence on a line of its own. */
export const text = (sentences: string): Line[] =>
  sentences
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.:?!]) (?=[A-Z])/)
    .flatMap((sentence) => wrap(inline(sentence)))
    .map(asText)

/** A line that starts with a dot or an apostrophe would be a macro. */
const asText = (line: string) => (/^[.']/.test(line) ? `\\&${line}` : line)

const wrap = (sentence: string) => {
  const lines: string[] = []
  let line = ''
  for (const word of sentence.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > maxTextLength) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Each line becomes a paragraph, and lines that start with two spaces stay as they are. */
export const paragraphs = (notes: string): Line[] => {
  const lines: Line[] = []
  let isLiteral = false
  for (const line of notes.split('\n').filter((part) => part.trim() !== '')) {
    const literal = line.startsWith('  ')
    if (literal && !isLiteral) lines.push('.Bd -literal -offset indent')
    if (!literal && isLiteral) lines.push('.Ed')
    // A help may break its lines by itself.
    const isContinuation = !isLiteral && /^[a-z]/.test(line)
    if (!literal && lines.length > 0 && !isContinuation) lines.push('.Pp')
    lines.push(...(literal ? [asText(inline(line.trim()))] : text(line)))
    isLiteral = literal
  }
  return isLiteral ? [...lines, '.Ed'] : lines
}

/** A term with its macros, such as `Ev PORT`, and the lines about it. */
export type Entry = [term: string, lines: Line[]]

/** A list of terms. One that is compact has no lines between its entries. @param width - the text that leaves room for a term */
export const list = (entries: Entry[], { isCompact = false, width = 'Ds' } = {}): Line[] => [
  `.Bl -tag -width ${width}${isCompact ? ' -compact' : ''}`,
  ...entries.flatMap(([term, lines]) => [`.It ${term}`, ...lines]),
  '.El',
]

/** The macros of an option: `--port` is `Fl -port`. */
export const flag = (name: string): string => `Fl ${argument(name.slice(1))}`
