/** A place in the log of changes: after an entry of the audit trail. */
export interface Position {
  /** The id of the last entry before it; 0 for none. */
  entry: number
  /** How many changes of this entry are before it; 0 for all. One entry may stand for 100,000 records. */
  part: number
  /** Identifies the entry, if it is known: a library that was restored gives the same ids again. */
  mark: string
}

/** Makes the mark of an instant, which has microseconds. */
export const markOf = (instant: string): string => Bun.hash.xxHash32(instant).toString(36)

/** The cursor of a position. Clients keep it as it is. */
export const formatCursor = ({ entry, part, mark }: Position): string => `${entry}.${part}.${mark}`

export const cursorPattern = String.raw`^[0-9]{1,15}\.[0-9]{1,15}\.[0-9a-z]{0,7}$`

const form = new RegExp(cursorPattern)

/** Former cursors also had a place in a log of likes. */
const formerForm = /^[0-9]{1,15}\.[0-9]{1,15}\.[0-9]{1,15}\.[0-9a-z]{0,7}$/

/** No library has the changes after it. */
const formerPosition: Position = { entry: -1, part: 0, mark: '' }

/** Returns the position of a cursor; undefined for a text that is none. */
export const parseCursor = (cursor: string): Position | undefined => {
  if (formerForm.test(cursor)) return formerPosition
  if (!form.test(cursor)) return
  const [entry, part, mark = ''] = cursor.split('.')
  return { entry: Number(entry), part: Number(part), mark }
}

/** Whether a position is after another one. Both are at the end of what was logged then. */
export const isAfter = (position: Position, other: Position): boolean => position.entry > other.entry
