import { getTableColumns } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { findChanges } from '../../audit/changes.ts'
import type { Changes } from '../../audit/model.ts'
import type { StoredLike, StoredLink } from '../../audit/restore.ts'
import { mapValues } from '../../base/objects.ts'
import type { Members } from '../../catalogue/members.ts'
import { type ResourceName, resources } from '../../catalogue/resources.ts'
import { auditedMembers, removedLinks, type State } from '../../catalogue/states.ts'
import type { Effect } from './effects.ts'

/** How many records or links one statement reads or writes. */
export const recordsPerStatement = 500

/** A record that is created, changed or deleted. */
export interface Write {
  name: ResourceName
  id: number
  action: 'create' | 'update' | 'delete'
  /** As the record is now; undefined if it is not there. */
  before: State | undefined
  /** The members that it gets, its key among them; empty for a deletion. */
  after: Members
  /** From the values of now to those that it gets. */
  changes: Changes
  /** The links that it gets, with their instants where these are known. */
  links: Record<string, StoredLink[]>
  created_at: string | undefined
  /** The likes that come back with a track, or are deleted with it. */
  likes: readonly StoredLike[]
}

/** What is known of all writes of a plan at once. */
export type Outline = Pick<Write, 'action'> & { changed: readonly string[] }

/** By the paths of their records. */
export type Outlines = ReadonlyMap<string, Outline>

export const toWrite = (effect: Effect, state: State | undefined, deletedLikes: readonly StoredLike[] = []): Write => {
  const { name, id, existedBefore, restore } = effect
  const before = state ? auditedMembers(state) : {}
  const restored = mapValues(effect.changes, ({ from }) => from) as Members
  const after = existedBefore ? { ...before, ...restored } : {}
  const links: Write['links'] = {}
  for (const { ids } of Object.values(resources[name].relations)) {
    // Those of the other relations stay.
    if (!(ids in effect.changes)) continue
    const known = new Map(
      [...(restore.links?.[ids] ?? []), ...(state?.links[ids] ?? [])].map((link) => [link[0], link]),
    )
    // As the store has written it.
    links[ids] = ((after[ids] ?? []) as number[]).map((target) => known.get(target) ?? [target, '', ''])
  }
  return {
    name,
    id,
    action: existedBefore ? (state ? 'update' : 'create') : 'delete',
    before: state,
    after,
    changes: findChanges(before, after),
    links,
    created_at: state?.created_at ?? restore.created_at,
    likes: existedBefore ? (restore.likes ?? []) : deletedLikes,
  }
}

export const recordOf = ({ name, id }: Pick<Write, 'name' | 'id'>) => `${name}/${id}`

/** The links that a write removes, for the entry of the audit trail. */
export const linksRemovedBy = ({ before, after }: Write) => (before ? removedLinks(before, after) : {})

/** The values of all columns of a record after a write, in the order of its table. */
export const rowOf = ({ name, id, after, created_at }: Write, now: string): unknown[] => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(resources[name].table)
  const values: Members = { ...after, id, key: after.key ?? null, created_at: created_at ?? now, updated_at: now }
  return Object.keys(columns).map((column) => values[column] ?? null)
}
