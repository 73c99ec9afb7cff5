import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { findChanges } from '../audit/changes.ts'
import type { Changes } from '../audit/model.ts'
import type { StoredLike, StoredLink } from '../audit/restore.ts'
import type { Members } from '../catalogue/members.ts'
import { readReferring } from '../catalogue/referring.ts'
import { type ResourceName, resourceNames, resources } from '../catalogue/resources.ts'
import { auditedMembers, readLikes, readStates, removedLinks, type State } from '../catalogue/states.ts'
import { users } from '../database/accountSchema.ts'
import type { Reader } from '../database/connection.ts'
import { isAmongIds, isAmongTexts, textArray } from '../database/engineSql.ts'
import { likes } from '../database/likeSchema.ts'
import { mapValues } from '../objects.ts'
import type { Effect } from './effects.ts'
import { findLaterChanges } from './laterEntries.ts'

// What undoing an action would change, and what speaks against it.

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
  likes: StoredLike[]
  /** The likes that it has now, and that come back to another track. */
  likesTaken: StoredLike[]
}

export interface Conflict {
  record: string
  reason: 'deleted' | 'exists' | 'changed' | 'missing' | 'key' | 'referenced'
  /** The members that were changed, or that refer to a missing record. */
  members: string[]
  /** Another record that it is about. */
  other?: string
}

export interface Plan {
  writes: Write[]
  conflicts: Conflict[]
  /** The number of likes whose accounts are gone, or have liked the track again. */
  likesLost: number
}

const idsPerSelect = 500

/** Calls a function for parts of an array. */
async function* slices<Item>(items: readonly Item[], yieldIfDue: () => Promise<void>): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += idsPerSelect) {
    await yieldIfDue()
    yield items.slice(start, start + idsPerSelect)
  }
}

/**
 * Finds what undoing would change, and the conflicts.
 * @param yieldIfDue - is awaited between selects
 */
export const planUndo = async (
  read: Reader,
  entryId: number,
  effects: readonly Effect[],
  yieldIfDue: () => Promise<void>,
): Promise<Plan> => {
  const withoutValues = effects.filter(({ createdAt }) => createdAt !== undefined)
  const later = await findLaterChanges(read, entryId, new Set(withoutValues.map(recordOf)), yieldIfDue)
  const writes: Write[] = []
  const conflicts: Conflict[] = []
  for (const name of resourceNames) {
    const own = effects.filter((effect) => effect.name === name).sort((a, b) => a.id - b.id)
    for await (const page of slices(own, yieldIfDue)) {
      const ids = page.map(({ id }) => id)
      const states = new Map((await readStates(read, name, ids)).map((state) => [state.id, state]))
      const deleted = page.filter(({ existedBefore }) => !existedBefore).map(({ id }) => id)
      const deletedLikes = deleted.length > 0 ? await readLikes(read, name, deleted) : new Map<number, StoredLike[]>()
      for (const effect of page) {
        const state = states.get(effect.id)
        const conflict = findConflict(effect, state, later.get(recordOf(effect)))
        if (conflict) conflicts.push(conflict)
        else writes.push(toWrite(effect, state, deletedLikes.get(effect.id) ?? []))
      }
    }
  }
  conflicts.push(
    ...(await findMissingReferences(read, writes, yieldIfDue)),
    ...(await findTakenKeys(read, writes)),
    ...(await findReferring(read, writes, yieldIfDue)),
  )
  const likesLost = await settleLikes(read, writes, yieldIfDue)
  return { writes, conflicts, likesLost }
}

/** Whether a record is still as the action has left it. */
const findConflict = (
  effect: Effect,
  state: State | undefined,
  /** What was changed after the action, if anything was. Only for a record whose entry has no values. */
  later: Changes | undefined,
): Conflict | undefined => {
  const { name, id, existsAfter, existedBefore, createdAt } = effect
  const record = `${name}/${id}`
  if (!existsAfter) return state && { record, reason: 'exists', members: [] }
  if (!state) return { record, reason: 'deleted', members: [] }
  if (createdAt !== undefined) {
    const members = Object.keys(later ?? {})
    // A change that is not in the audit trail, as that of another program.
    const isUnknown = !later && state.updated_at !== createdAt
    return members.length > 0 || isUnknown ? { record, reason: 'changed', members } : undefined
  }
  const now = { ...state.members, key: state.key }
  const left = mapValues(effect.changes, ({ to }) => to)
  // The entry of a creation leaves out members without a value. The key may have been stored later, without a change of the record.
  const { key, ...members } = now
  const compared = existedBefore
    ? Object.fromEntries(Object.keys(left).map((member) => [member, now[member as 'key']]))
    : members
  const { key: _, ...withoutKey } = left as Members
  const changed = Object.keys(findChanges(compared, existedBefore ? left : withoutKey))
  return changed.length === 0 ? undefined : { record, reason: 'changed', members: changed }
}

const toWrite = (effect: Effect, state: State | undefined, deletedLikes: StoredLike[]): Write => {
  const { name, id, existedBefore, restore } = effect
  const before = state ? auditedMembers(state) : {}
  const restored = mapValues(effect.changes, ({ from }) => from) as Members
  const after = existedBefore ? { ...before, ...restored } : {}
  const links: Write['links'] = {}
  for (const { ids } of Object.values(resources[name].relations)) {
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
    likesTaken: [],
  }
}

const recordOf = ({ name, id }: Pick<Write, 'name' | 'id'>) => `${name}/${id}`

/** References to records that are not there, and that are not restored either. */
const findMissingReferences = async (
  read: Reader,
  writes: readonly Write[],
  yieldIfDue: () => Promise<void>,
): Promise<Conflict[]> => {
  const actions = new Map(writes.map((write) => [recordOf(write), write.action]))
  const conflicts: Conflict[] = []
  for (const target of resourceNames) {
    const wanted: { write: Write; member: string; id: number }[] = []
    for (const write of writes) {
      if (write.action === 'delete') continue
      const { references, relations } = resources[write.name]
      const members = [
        ...Object.values(references).flatMap(({ resource, column }) => (resource === target ? [column.name] : [])),
        ...Object.values(relations).flatMap(({ resource, ids }) => (resource === target ? [ids] : [])),
      ]
      for (const member of members) {
        if (!(member in write.changes)) continue
        // A member with an id or with ids, as the store has written it.
        for (const id of [write.after[member] ?? []].flat() as number[]) wanted.push({ write, member, id })
      }
    }
    const isRestored = (id: number) => actions.get(`${target}/${id}`) === 'create'
    const present = new Set<number>()
    const ids = [...new Set(wanted.map(({ id }) => id))].filter((id) => !isRestored(id))
    const { table } = resources[target]
    for await (const page of slices(ids, yieldIfDue)) {
      const rows = await read
        .select({ id: sql<number>`${table.id}` })
        .from(table)
        .where(isAmongIds(table.id, sql`${JSON.stringify(page)}`))
      for (const { id } of rows) if (actions.get(`${target}/${id}`) !== 'delete') present.add(id)
    }
    for (const { write, member, id } of wanted) {
      if (isRestored(id) || present.has(id)) continue
      conflicts.push({ record: recordOf(write), reason: 'missing', members: [member], other: `${target}/${id}` })
    }
  }
  return conflicts
}

/** Keys that another record has got. */
const findTakenKeys = async (read: Reader, writes: readonly Write[]): Promise<Conflict[]> => {
  const conflicts: Conflict[] = []
  for (const name of resourceNames) {
    const own = writes.filter((write) => write.name === name)
    const byKey = new Map(
      own.flatMap((write) =>
        typeof write.after.key === 'string' && 'key' in write.changes ? [[write.after.key, write] as const] : [],
      ),
    )
    if (byKey.size === 0) continue
    const released = new Set(own.filter(({ changes }) => 'key' in changes).map(({ id }) => id))
    const { table } = resources[name]
    const rows = await read
      .select({ id: sql<number>`${table.id}`, key: sql<string>`${table.key}` })
      .from(table)
      .where(isAmongTexts(table.key, sql`${textArray(byKey.keys())}`))
    for (const { id, key } of rows) {
      const write = byKey.get(key)
      if (write && write.id !== id && !released.has(id))
        conflicts.push({ record: recordOf(write), reason: 'key', members: ['key'], other: `${name}/${id}` })
    }
  }
  return conflicts
}

/** Records that refer to one that would be deleted, and that the same reversion neither deletes nor changes in this. */
const findReferring = async (
  read: Reader,
  writes: readonly Write[],
  yieldIfDue: () => Promise<void>,
): Promise<Conflict[]> => {
  const byRecord = new Map(writes.map((write) => [recordOf(write), write]))
  const conflicts: Conflict[] = []
  for (const target of resourceNames) {
    const deleted = writes.filter(({ name, action }) => name === target && action === 'delete').map(({ id }) => id)
    if (deleted.length === 0) continue
    for await (const page of slices(deleted, yieldIfDue)) {
      for (const { name, id, member, to } of await readReferring(read, target, page)) {
        const write = byRecord.get(`${name}/${id}`)
        if (write && (write.action === 'delete' || member in write.changes)) continue
        conflicts.push({ record: `${target}/${to}`, reason: 'referenced', members: [member], other: `${name}/${id}` })
      }
    }
  }
  return conflicts
}

/**
 * Takes out the likes of accounts that are gone, and of accounts that like the track by another like. Returns their number.
 *
 * A merge of tracks moves likes, so a like that comes back may be at another track now. It is noted there, so that undoing
 * this moves it back.
 */
const settleLikes = async (read: Reader, writes: Write[], yieldIfDue: () => Promise<void>): Promise<number> => {
  let lost = 0
  const byRecord = new Map(writes.map((write) => [recordOf(write), write]))
  for (const write of writes.filter(({ action, likes: stored }) => action !== 'delete' && stored.length > 0)) {
    const kept: StoredLike[] = []
    for await (const page of slices(write.likes, yieldIfDue)) {
      const ids = (position: 0 | 1) => sql`${JSON.stringify(page.map((like) => like[position]))}`
      const accounts = await read
        .select({ id: users.id })
        .from(users)
        .where(isAmongIds(users.id, ids(1)))
      const present = new Set(accounts.map(({ id }) => id))
      const others = await read
        .select({ id: likes.id, user_id: likes.user_id })
        .from(likes)
        .where(and(eq(likes.track_id, write.id), isAmongIds(likes.user_id, ids(1))))
      const liking = new Set(others.map(({ user_id }) => user_id))
      kept.push(...page.filter(([, user_id]) => present.has(user_id) && !liking.has(user_id)))
      const moved = await read
        .select({ id: likes.id, user_id: likes.user_id, track_id: likes.track_id, created_at: likes.created_at })
        .from(likes)
        .where(isAmongIds(likes.id, ids(0)))
      for (const { id, user_id, track_id, created_at } of moved) {
        if (track_id === write.id) continue
        const holder = byRecord.get(`tracks/${track_id}`) ?? (await holderOf(read, track_id))
        if (!byRecord.has(recordOf(holder))) writes.push(holder)
        byRecord.set(recordOf(holder), holder)
        holder.likesTaken.push([id, user_id, created_at])
      }
    }
    lost += write.likes.length - kept.length
    write.likes = kept
  }
  return lost
}

/** A track that only loses likes. */
const holderOf = async (read: Reader, id: number): Promise<Write> => {
  const [state] = await readStates(read, 'tracks', [id])
  const effect = { name: 'tracks' as const, id, existedBefore: true, existsAfter: true, changes: {}, restore: {} }
  return toWrite(effect, state, [])
}

/** The links that a write removes, for the entry of the audit trail. */
export const linksRemovedBy = ({ before, after }: Write) => (before ? removedLinks(before, after) : {})

/** The values of all columns of a record after a write, in the order of its table. */
export const rowOf = ({ name, id, after, created_at }: Write, now: string): unknown[] => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(resources[name].table)
  const values: Members = { ...after, id, key: after.key ?? null, created_at: created_at ?? now, updated_at: now }
  return Object.keys(columns).map((column) => values[column] ?? null)
}
