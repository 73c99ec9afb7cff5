import { getTableColumns } from 'drizzle-orm'
import { type AuditedTransaction, addParts } from '../../audit/auditedWrite.ts'
import type { NewEntry } from '../../audit/entry.ts'
import { restoreOf, type StoredLike } from '../../audit/undoData.ts'
import { mapValues } from '../../base/objects.ts'
import type { Reader } from '../../library/connection.ts'
import { insertLikes } from '../likes/store.ts'
import { writeLinks } from '../links.ts'
import { hasIds } from '../members.ts'
import { readLastId, updateColumns, upsertRecords } from '../records.ts'
import { type ResourceName, resources } from '../resources.ts'
import { readStates, removedLinks, type State } from '../states.ts'
import { pathOf, type RecordWrite } from './recordWrite.ts'

interface PageOptions {
  likesTaken: ReadonlyMap<number, readonly StoredLike[]>
  /** Whether there is a part about each new record. */
  auditsCreated: boolean
}

/** Returns a function that writes a page of new and changed records, with their links and likes and with the parts about them. */
export const createPageWriter = (
  tx: AuditedTransaction,
  { likesTaken, auditsCreated }: PageOptions,
): ((page: readonly RecordWrite[]) => Promise<void>) => {
  const assignIds = createIds(tx.db)
  return async (page) => {
    const [first] = page
    if (!first) return
    const { resource } = first
    const writes = await assignIds(resource, page)
    const { nameMember } = resources[resource]
    tx.foldNames(writes.map(({ changes }) => changes[nameMember]?.to).filter((name) => typeof name === 'string'))
    const created = writes.filter(({ action }) => action === 'create')
    const updated = writes.filter(({ action }) => action === 'update')
    const withLinks = updated.filter(({ changes }) => hasIds(resource, changes))
    const states = new Map<number, State>()
    if (withLinks.length > 0)
      for (const state of await readStates(
        tx.db,
        resource,
        withLinks.map(({ id }) => id),
      ))
        states.set(state.id, state)
    const rows = created.map((write) => rowOf(write, tx.now))
    if (rows.length > 0) await upsertRecords(tx.db, resource, rows)
    await updateColumns(tx, resource, updated)
    await writeLinks(tx, resource, writes)
    const likes = writes.flatMap(({ id, restored }) =>
      (restored?.likes ?? []).map(([like, user_id, created_at]) => [like, user_id, id, created_at]),
    )
    await insertLikes(tx.db, likes)
    const likesTakenFrom = (id: number) => (resource === 'tracks' && likesTaken.get(id)) || []
    await addParts(
      tx,
      (auditsCreated ? writes : updated).map((write) => toEntry(write, states.get(write.id), likesTakenFrom(write.id))),
    )
  }
}

const toEntry = (write: RecordWrite, state: State | undefined, likes: readonly StoredLike[]): NewEntry => {
  const after = mapValues(write.changes, ({ to }) => to)
  return {
    action: write.action as 'create' | 'update',
    record: pathOf(write),
    changes: write.changes,
    restore: restoreOf({ links: state && removedLinks(state, after), likes }),
  }
}

const columnsOf = mapValues(resources, ({ table }) => Object.keys(getTableColumns(table)))

/** The values of all columns of a new record, in the order of its table. */
const rowOf = ({ resource, id, changes, restored }: RecordWrite, now: string): unknown[] => {
  const values: Record<string, unknown> = { id, created_at: restored?.created_at ?? now, updated_at: now }
  return columnsOf[resource].map((column) => values[column] ?? changes[column]?.to ?? null)
}

/**
 * Returns a function that gives the new records of a page their ids, in the order of the set, and replaces the places of records by ids
 * in what refers to them.
 */
const createIds = (read: Reader) => {
  /** The highest ids before the set, of the resources that have new records. */
  const lastIds = new Map<ResourceName, number>()
  const toId = (resource: ResourceName, id: number) => (id < 0 ? (lastIds.get(resource) ?? 0) - id : id)
  const resolve = (resource: ResourceName, write: RecordWrite): RecordWrite => {
    const changes = { ...write.changes }
    for (const [member, target] of Object.entries(resources[resource].targetsOfIds)) {
      const change = changes[member]
      if (!change) continue
      const { from, to } = change
      if (typeof to === 'number') changes[member] = { from, to: toId(target, to) }
      // The ids of a relation are in ascending order.
      else if (Array.isArray(to)) changes[member] = { from, to: to.map((id) => toId(target, id)).sort((a, b) => a - b) }
    }
    return { ...write, id: toId(resource, write.id), changes }
  }
  return async (resource: ResourceName, page: readonly RecordWrite[]): Promise<readonly RecordWrite[]> => {
    if (!lastIds.has(resource) && page.some(({ id }) => id < 0)) lastIds.set(resource, await readLastId(read, resource))
    return lastIds.size === 0 ? page : page.map((write) => resolve(resource, write))
  }
}
