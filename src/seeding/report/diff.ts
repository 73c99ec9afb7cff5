import type { Entry } from '../entries.ts'
import type { Row } from '../rows.ts'

/** Whether an entry would change a record. */
export const differs = (row: Row, entry: Entry): boolean => {
  for (const member in entry) if (!isEqual(row[member], entry[member])) return true
  return false
}

/** Whether two values of a member are equal. Lists are ascending. */
export const isEqual = (before: unknown, after: unknown): boolean => {
  if (before === after) return true
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  return before.length === after.length && before.every((id, index) => id === after[index])
}

/** Shortens an instant at midnight UTC to its day, `YYYY-MM-DD`. Returns any other value unchanged. */
export const shortDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/.test(value) ? value.slice(0, 10) : value
