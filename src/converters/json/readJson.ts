import { collectGarbage } from '../../base/collectGarbage.ts'
import { OperationalError } from '../../base/errors.ts'
import { JsonSyntaxError, scanItems, scanMembers, skipSpace } from '../../seeding/read/scanJson.ts'
import { toCell } from '../csv/cells.ts'
import { findForm } from '../csv/forms.ts'
import { Table, type TableOptions, type TableResult } from '../csv/table.ts'

/** How many objects are looked at for the names of the columns. */
const maxHeaderItems = 1_000

const itemsPerCollection = 10_000

type Item = Readonly<Record<string, unknown>>

/**
 * Reads the objects of an array as the rows of a table: those of `beet export`, of the tracks in Spotify's `YourLibrary.json`, or of any other.
 * @param name - the name of the file in messages
 * @throws OperationalError when the file has no array of objects, or columns are missing
 */
export const readJson = (text: string, name: string, options: TableOptions): TableResult => {
  const header = new Set<string>()
  let count = 0
  for (const { item } of readItems(text, name)) {
    for (const member of Object.keys(item)) header.add(member)
    if (++count === maxHeaderItems) break
  }
  const columns = [...header]
  const table = new Table(name, columns, findForm(columns), options)
  count = 0
  for (const { item, line } of readItems(text, name)) {
    table.add(
      columns.map((column) => toCell(item[column])),
      line,
    )
    if (++count % itemsPerCollection === 0) collectGarbage()
  }
  return table.finish()
}

function* readItems(text: string, name: string): Generator<{ item: Item; line: number }> {
  let line = 1
  // Looked for once: a file may be one long line.
  let newline = text.indexOf('\n')
  try {
    for (const { start, end } of scanItems(text, startOfArray(text))) {
      for (; newline >= 0 && newline < start; newline = text.indexOf('\n', newline + 1)) line++
      const item: unknown = JSON.parse(text.slice(start, end))
      if (typeof item !== 'object' || item === null || Array.isArray(item))
        throw new OperationalError(
          `${name}:${line} is not an object. A JSON array is read if it has an object for each track.`,
        )
      yield { item: item as Item, line }
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof SyntaxError)) throw error
    throw new OperationalError(`${name}:${line} is not complete JSON: ${error.message}`)
  }
}

/** The offset of the array: the whole text, or its tracks. */
const startOfArray = (text: string): number => {
  const start = skipSpace(text, 0)
  if (text[start] === '[') return start
  for (const { nameStart, nameEnd, valueStart } of scanMembers(text, start)) {
    if (text.slice(nameStart, nameEnd) === '"tracks"') return valueStart
  }
  throw new JsonSyntaxError(start, 'It has no tracks.')
}
