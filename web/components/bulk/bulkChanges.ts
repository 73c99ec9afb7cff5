import type { BulkChanges, BulkResource } from '../../api/bulk.ts'
import { findField } from '../../resources/members.ts'
import { parseDay } from '../edit/day.ts'
import type { FieldValue } from '../edit/recordChanges.ts'

/** What is done with a member of each record. */
export type BulkAction = 'keep' | 'replace' | 'set' | 'clear' | 'add' | 'remove'

/** A text or references that are replaced where a record has them. */
export interface Replacement {
  replace: FieldValue
  with: FieldValue
}

/** What the user has chosen for a member. */
export interface MemberAction {
  action: BulkAction
  value: FieldValue | Replacement
}

export type MemberActions = Record<string, MemberAction>

/** The members of each resource that can be changed at once. */
export const bulkMembers: Record<BulkResource, string[]> = {
  albums: ['title', 'label_id', 'type', 'release_date'],
  artists: ['label_id'],
  tracks: ['title', 'artist_ids', 'genre_ids', 'album_id'],
}

export const isText = (member: string): boolean => findField(member)?.kind === 'text'

export const isReplacement = (value: MemberAction['value']): value is Replacement =>
  typeof value === 'object' && value !== null && 'replace' in value

const isRelation = (member: string): boolean => findField(member)?.kind === 'references'

/** What can be done with a member. */
export const actionsOf = (member: string): BulkAction[] => {
  if (isText(member)) return ['keep', 'replace']
  if (isRelation(member)) return ['keep', 'add', 'remove', 'replace', 'set', 'clear']
  const { kind } = findField(member) ?? {}
  if (kind === 'reference') return ['keep', 'set', 'replace', 'clear']
  return kind === 'choice' ? ['keep', 'set'] : ['keep', 'set', 'clear']
}

const emptyField = (member: string): FieldValue => {
  const { kind, values = [''] } = findField(member) ?? {}
  if (kind === 'references') return []
  return kind === 'reference' ? null : (values[0] ?? '')
}

/** The value for an action before the user has entered one. */
export const emptyValue = (member: string, action: BulkAction): MemberAction['value'] =>
  action === 'replace' ? { replace: emptyField(member), with: emptyField(member) } : emptyField(member)

const isDay = (member: string): boolean => findField(member)?.kind === 'day'

/** Whether a value, or a day that exists, is missing. */
export const isMissing = (member: string, value: MemberAction['value']): boolean => {
  // A text can be replaced with nothing.
  if (isReplacement(value))
    return isMissing(member, value.replace) || (!isText(member) && isMissing(member, value.with))
  if (isDay(member)) return !parseDay(String(value))
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The members for which a value is missing. */
export const findMissing = (actions: MemberActions): string[] =>
  Object.entries(actions)
    .filter(([member, { action, value }]) => action !== 'keep' && action !== 'clear' && isMissing(member, value))
    .map(([member]) => member)

const toMember = (member: string, value: FieldValue): unknown => {
  if (Array.isArray(value)) return value.map(({ id }) => id)
  if (isDay(member)) return parseDay(String(value))
  return value !== null && typeof value === 'object' ? value.id : value
}

const toChange = (member: string, { action, value }: MemberAction): unknown => {
  if (action === 'clear') return isRelation(member) ? { set: [] } : null
  if (isReplacement(value)) return { replace: toMember(member, value.replace), with: toMember(member, value.with) }
  return isRelation(member) ? { [action]: toMember(member, value) } : toMember(member, value)
}

/** The changes of a request, without the members that stay as they are. */
export const toBulkChanges = (actions: MemberActions): BulkChanges =>
  Object.fromEntries(
    Object.entries(actions)
      .filter(([, { action }]) => action !== 'keep')
      .map(([member, chosen]) => [member, toChange(member, chosen)]),
  )
