/** A place in the log of changes: after an entry of the audit trail, and after a row of the log of likes. */
export interface Position {
  /** The id of the last entry before it; 0 for none. */
  entry: number
  /** How many changes of this entry are before it; 0 for all. One entry may stand for 100,000 records. */
  part: number
  /** The id of the last row of the log of likes before it; 0 for none. */
  like: number
  /** Identifies the entry, if it is known: a library that was restored gives the same ids again. */
  mark: string
}

/** Identifies an entry by its instant, which has microseconds. */
export const markOf = ({ created_at }: { created_at: string }): string => Bun.hash.xxHash32(created_at).toString(36)

/** The cursor of a position. Clients keep it as it is. */
export const formatCursor = ({ entry, part, like, mark }: Position): string => `${entry}.${part}.${like}.${mark}`

export const cursorPattern = String.raw`^[0-9]{1,15}\.[0-9]{1,15}\.[0-9]{1,15}\.[0-9a-z]{0,7}$`

const form = new RegExp(cursorPattern)

/** Returns the position of a cursor; undefined for a text that is none. */
export const parseCursor = (cursor: string): Position | undefined => {
  if (!form.test(cursor)) return
  const [entry, part, like, mark = ''] = cursor.split('.')
  return { entry: Number(entry), part: Number(part), like: Number(like), mark }
}

/** Whether a position is after another one. Both are at the end of what was logged then. */
export const isAfter = (position: Position, other: Position): boolean =>
  position.entry > other.entry || position.like > other.like
