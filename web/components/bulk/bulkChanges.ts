import type { BulkChanges, BulkResource } from '../../api/bulk.ts'
import { findField } from '../../resources/members.ts'
import { parseDay } from '../edit/day.ts'
import type { FieldValue } from '../edit/recordChanges.ts'

/** What is done with a member of each record. */
export type BulkAction = 'keep' | 'replace' | 'set' | 'clear' | 'add' | 'remove'

/** A text that is replaced where a title has it. */
export interface Replacement {
  replace: string
  with: string
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

const isText = (member: string): boolean => findField(member)?.kind === 'text'

export const isReplacement = (value: MemberAction['value']): value is Replacement =>
  typeof value === 'object' && value !== null && 'replace' in value

const isRelation = (member: string): boolean => findField(member)?.kind === 'references'

/** What can be done with a member. */
export const actionsOf = (member: string): BulkAction[] => {
  if (isText(member)) return ['keep', 'replace']
  if (isRelation(member)) return ['keep', 'add', 'remove', 'set', 'clear']
  return findField(member)?.kind === 'choice' ? ['keep', 'set'] : ['keep', 'set', 'clear']
}

/** The value of a member before the user has entered one. */
export const emptyValue = (member: string): MemberAction['value'] => {
  if (isText(member)) return { replace: '', with: '' }
  const { kind, values = [''] } = findField(member) ?? {}
  if (kind === 'references') return []
  return kind === 'reference' ? null : (values[0] ?? '')
}

const isDay = (member: string): boolean => findField(member)?.kind === 'day'

const isMissing = (member: string, value: MemberAction['value']) => {
  if (isDay(member)) return !parseDay(String(value))
  if (isReplacement(value)) return value.replace === ''
  return value === null || (typeof value !== 'object' ? value === '' : 'length' in value && value.length === 0)
}

/** The members for which a value, or a day that exists, is missing. */
export const findMissing = (actions: MemberActions): string[] =>
  Object.entries(actions)
    .filter(([member, { action, value }]) => action !== 'keep' && action !== 'clear' && isMissing(member, value))
    .map(([member]) => member)

const toIds = (value: MemberAction['value']) => (Array.isArray(value) ? value.map(({ id }) => id) : [])

const toChange = (member: string, { action, value }: MemberAction): unknown => {
  if (isRelation(member)) return action === 'clear' ? { set: [] } : { [action]: toIds(value) }
  if (action === 'clear' || value === null) return null
  if (isDay(member)) return parseDay(String(value))
  return typeof value === 'object' && 'id' in value ? value.id : value
}

/** The changes of a request, without the members that stay as they are. */
export const toBulkChanges = (actions: MemberActions): BulkChanges =>
  Object.fromEntries(
    Object.entries(actions)
      .filter(([, { action }]) => action !== 'keep')
      .map(([member, chosen]) => [member, toChange(member, chosen)]),
  )
