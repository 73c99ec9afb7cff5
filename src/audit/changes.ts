import type { Changes } from './entry.ts'

type Members = Readonly<Record<string, unknown>>

/** Compares the members of a record before and after a write. An absent member, null and an empty array are equal. */
export const findChanges = (before: Members, after: Members): Changes => {
  const changes: Changes = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[name] ?? null, after[name] ?? null]
    if (from === to || (isEmpty(from) && isEmpty(to)) || Bun.deepEquals(from, to)) continue
    changes[name] = { from, to }
  }
  return changes
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
