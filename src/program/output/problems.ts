import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { type InvalidFile, maxProblems } from '../../seeding/read/problems.ts'
import { printLine } from './write.ts'

/** Prints the problems of a file: JSON on standard output, or lines on standard error. */
export const printProblems = (
  file: string,
  { problems, more }: Pick<InvalidFile, 'problems' | 'more'>,
  json: boolean,
): void => {
  if (json) printLine(JSON.stringify({ problems, more }, null, 2))
  else printPlaces(file, problems, more)
}

/** Says how many problems a file has. */
export const summarizeProblems = (file: string, { problems, more }: InvalidFile): string => {
  const count = problems.length + more
  return `${file} has ${count >= maxProblems ? 'at least ' : ''}${formatCount(count, 'problems')}.`
}

/** Prints places of a file, on standard error. */
export const printPlaces = (file: string, places: InvalidFile['problems'], more: number): void => {
  for (const { line, column, pointer, sentence } of places) {
    // Editors and terminals turn `file:line:column` into a link.
    const parts = [`${file}:${line}:${column}`, pointer, sentence].filter((part) => part !== '')
    console.error(escapeControls(parts.join(' ')))
  }
  if (more > 0) console.error(`… and ${more} more.`)
}
