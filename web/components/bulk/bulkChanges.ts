import type { BulkChanges, BulkResource } from '../../api/bulk.ts'
import type { FieldValue } from '../edit/recordChanges.ts'

/** What is done with a member of each record. */
export type BulkAction = 'keep' | 'set' | 'clear' | 'add' | 'remove'

/** What the user has chosen for a member. */
export interface MemberAction {
  action: BulkAction
  value: FieldValue
}

export type MemberActions = Record<string, MemberAction>

const relations: BulkAction[] = ['keep', 'add', 'remove', 'set', 'clear']
const reference: BulkAction[] = ['keep', 'set', 'clear']

/** The members of each resource that can be changed at once, with what can be done with them. */
export const bulkMembers: Record<BulkResource, Record<string, BulkAction[]>> = {
  albums: { label_id: reference, type: ['keep', 'set'], release_date: reference },
  artists: { label_id: reference },
  tracks: { artist_ids: relations, genre_ids: relations, album_id: reference },
}

const isRelation = (member: string): boolean => member.endsWith('_ids')

/** The value of a member before the user has entered one. */
export const emptyValue = (member: string): FieldValue => {
  if (isRelation(member)) return []
  if (member === 'type') return 'album'
  return member === 'release_date' ? '' : null
}

const isEmpty = (value: FieldValue) =>
  value === null || (typeof value !== 'object' ? value === '' : 'length' in value && value.length === 0)

/** The members for which a value is missing. */
export const findMissing = (actions: MemberActions): string[] =>
  Object.entries(actions)
    .filter(([, { action, value }]) => action !== 'keep' && action !== 'clear' && isEmpty(value))
    .map(([member]) => member)

const toIds = (value: FieldValue) => (Array.isArray(value) ? value.map(({ id }) => id) : [])

const toChange = (member: string, { action, value }: MemberAction): unknown => {
  if (isRelation(member)) return action === 'clear' ? { set: [] } : { [action]: toIds(value) }
  if (action === 'clear' || value === null) return null
  return typeof value === 'object' && 'id' in value ? value.id : value
}

/** The changes of a request, without the members that stay as they are. */
export const toBulkChanges = (actions: MemberActions): BulkChanges =>
  Object.fromEntries(
    Object.entries(actions)
      .filter(([, { action }]) => action !== 'keep')
      .map(([member, chosen]) => [member, toChange(member, chosen)]),
  )
