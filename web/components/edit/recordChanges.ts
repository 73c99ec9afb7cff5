import { formatDay } from '../../format.ts'
import { describeChoice, findField } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import type { Choice } from '../pickers/choice.ts'
import { parseDay } from './day.ts'

/** What the field of a form holds. */
export type FieldValue = string | Choice | Choice[] | null

/** The members of a body that differ from another one, with their new values. */
export const findChanges = <Body extends object>(from: Body, to: Body): Partial<Body> => {
  const before = new Map(Object.entries(from))
  const changes = Object.entries(to).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(before.get(member)),
  )
  // `fromEntries` forgets the types of the members, which are those of `to`.
  return Object.fromEntries(changes) as Partial<Body>
}

/** A member that somebody else has changed while it was edited. */
export interface ForeignChange {
  member: string
  /** Whether the user has changed it, too, to another value. */
  isConflict: boolean
}

/** Finds what others have changed. All three are the body of the same record. */
export const findForeignChanges = <Body extends object>(opened: Body, theirs: Body, mine: Body): ForeignChange[] => {
  const changed = findChanges(opened, mine)
  const different = findChanges(theirs, mine)
  return Object.keys(findChanges(opened, theirs)).map((member) => ({
    member,
    isConflict: member in changed && member in different,
  }))
}

/** The value of a field in words. */
export const describeValue = (member: string, value: FieldValue): string => {
  if (Array.isArray(value)) return value.map(({ name }) => name).join(', ') || texts.editing.none
  if (!value) return texts.editing.none
  if (typeof value === 'object') return value.name
  const kind = findField(member)?.kind
  const day = kind === 'day' && parseDay(value)
  if (day) return formatDay(day)
  return kind === 'choice' ? describeChoice(value) : value
}
