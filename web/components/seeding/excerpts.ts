import type { FileProblem } from '../../api/types.ts'

/** A part of a line of a file. */
export interface ExcerptLine {
  /** Counts from 1. */
  line: number
  /** The column of the first character, from 1. */
  column: number
  text: string
  /** Whether the line goes on before and after the text. */
  isCut: { before: boolean; after: boolean }
  /** The indexes of the places in it. */
  places: number[]
}

/** How many lines are shown before and after each place. */
const contextLines = 2

/** The maximum length of what is shown of a line, and how much of it is before a place. A file may be one line of 50 MB. */
const [maxLength, lengthBefore] = [240, 60]

/**
 * Returns the lines around places of a text, in blocks of lines that follow each other.
 * @param places - in the order of the text
 */
export const readExcerpts = (text: string, places: readonly FileProblem[]): ExcerptLine[][] => {
  const blocks: ExcerptLine[][] = []
  let [line, start, next] = [1, 0, 0]
  while (start >= 0 && start <= text.length) {
    // The first place that is not too far above the line.
    while (next < places.length && (places[next]?.line ?? 0) + contextLines < line) next++
    const place = places[next]
    if (!place) break
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    if (place.line - contextLines <= line) {
      const block = blocks.at(-1)
      const lines = cutLine(text, { line, start, end }, places)
      if (block?.at(-1)?.line === line - 1) block.push(...lines)
      else blocks.push(lines)
    }
    if (newline < 0) break
    start = newline + 1
    line++
  }
  return blocks
}

/** Returns the parts of a line that are shown: its beginning, or what is around its places. */
const cutLine = (
  text: string,
  { line, start, end }: { line: number; start: number; end: number },
  places: readonly FileProblem[],
): ExcerptLine[] => {
  const length = end - start
  const cut = (from: number, indexes: number[]): ExcerptLine => ({
    line,
    column: from + 1,
    text: text.slice(start + from, Math.min(end, start + from + maxLength)).replace(/\r$/, ''),
    isCut: { before: from > 0, after: from + maxLength < length },
    places: indexes,
  })
  const parts: ExcerptLine[] = []
  for (const [index, place] of places.entries()) {
    if (place.line !== line) continue
    const last = parts.at(-1)
    if (last && place.column < last.column + maxLength) last.places.push(index)
    else parts.push(cut(length > maxLength ? Math.max(0, place.column - 1 - lengthBefore) : 0, [index]))
  }
  return parts.length > 0 ? parts : [cut(0, [])]
}

/** A part of the text of a line. */
interface Segment {
  text: string
  isMarked: boolean
}

/** A JSON string, number or word; else one character. */
const token = /^(?:"(?:[^"\\]|\\.)*"|[\w.+-]+|.)/su

/** Splits a line into the parts that are marked, and the others. */
export const splitLine = ({ text, column, places }: ExcerptLine, all: readonly FileProblem[]): Segment[] => {
  const segments: Segment[] = []
  let position = 0
  for (const index of places) {
    const at = Math.max(position, (all[index]?.column ?? 1) - column)
    segments.push({ text: text.slice(position, at), isMarked: false })
    // After the end of the line something is missing.
    const marked = token.exec(text.slice(at))?.[0] ?? ' '
    segments.push({ text: marked, isMarked: true })
    position = at + marked.length
  }
  segments.push({ text: text.slice(position), isMarked: false })
  return segments.filter((segment) => segment.text !== '')
}
