import { mapValues } from '../base/objects.ts'
import type { Changes } from './model.ts'

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

/** The changes of two writes, one after the other: from the first old to the last new values. */
export const joinChanges = (former: Changes, later: Changes): Changes => {
  const joined = { ...former }
  for (const [name, { from, to }] of Object.entries(later))
    joined[name] = { from: former[name] ? former[name].from : from, to }
  return joined
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** How many characters (Unicode code points) of a value of an account are in the trail. */
const maxCharacters = 100

/** Cuts the values of an account: its owner can change them at any rate. Values of records stay whole. */
export const cutValues = (changes: Changes): Changes =>
  mapValues(changes, ({ from, to }) => ({ from: cutValue(from), to: cutValue(to) }))

const cutValue = (value: unknown) => {
  if (typeof value !== 'string' || value.length <= maxCharacters) return value
  const characters = [...value]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : value
}
