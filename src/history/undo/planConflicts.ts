import { sql } from 'drizzle-orm'
import { mapValues, slices } from '../../base/objects.ts'
import { readReferring } from '../../catalogue/referrers.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds, isAmongTexts, textArray } from '../../library/engineSql.ts'
import type { Conflict } from './conflicts.ts'
import { recordOf, recordsPerStatement, type Write } from './plannedWrite.ts'

// What speaks against the writes of a plan, although no record has changed since.

/** The writes of a plan, by the paths of their records. */
type ByRecord = ReadonlyMap<string, Write>

/** The members of a resource that refer to records of another one. */
const referringMembers = ({ references, relations }: Resource, target: ResourceName): string[] => [
  ...Object.values(references).flatMap(({ resource, column }) => (resource === target ? [column.name] : [])),
  ...Object.values(relations).flatMap(({ resource, ids }) => (resource === target ? [ids] : [])),
]

/** References to records that are not there, and that are not restored either. */
export const findMissingReferences = async (read: Reader, byRecord: ByRecord): Promise<Conflict[]> => {
  const conflicts: Conflict[] = []
  for (const target of resourceNames) {
    const members = mapValues(resources, (resource: Resource) => referringMembers(resource, target))
    const wanted: { write: Write; member: string; id: number }[] = []
    for (const write of byRecord.values()) {
      if (write.action === 'delete') continue
      for (const member of members[write.name]) {
        if (!(member in write.changes)) continue
        // A member with an id or with ids, as the store has written it.
        for (const id of [write.after[member] ?? []].flat() as number[]) wanted.push({ write, member, id })
      }
    }
    const actionOf = (id: number) => byRecord.get(`${target}/${id}`)?.action
    const isRestored = (id: number) => actionOf(id) === 'create'
    const present = new Set<number>()
    const ids = [...new Set(wanted.map(({ id }) => id))].filter((id) => !isRestored(id))
    const { table } = resources[target]
    for (const page of slices(ids, recordsPerStatement)) {
      const rows = await read
        .select({ id: sql<number>`${table.id}` })
        .from(table)
        .where(isAmongIds(table.id, sql`${JSON.stringify(page)}`))
      for (const { id } of rows) if (actionOf(id) !== 'delete') present.add(id)
    }
    for (const { write, member, id } of wanted) {
      if (isRestored(id) || present.has(id)) continue
      conflicts.push({ record: recordOf(write), reason: 'missing', members: [member], other: `${target}/${id}` })
    }
  }
  return conflicts
}

/** Keys that another record has got. */
export const findTakenKeys = async (read: Reader, byRecord: ByRecord): Promise<Conflict[]> => {
  const conflicts: Conflict[] = []
  for (const name of resourceNames) {
    const own = [...byRecord.values().filter((write) => write.name === name)]
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
export const findReferring = async (read: Reader, byRecord: ByRecord): Promise<Conflict[]> => {
  const conflicts: Conflict[] = []
  for (const target of resourceNames) {
    const deleted = [...byRecord.values().filter(({ name, action }) => name === target && action === 'delete')].map(
      ({ id }) => id,
    )
    if (deleted.length === 0) continue
    for (const page of slices(deleted, recordsPerStatement)) {
      for (const { name, id, member, to } of await readReferring(read, target, page)) {
        const write = byRecord.get(`${name}/${id}`)
        if (write && (write.action === 'delete' || member in write.changes)) continue
        conflicts.push({ record: `${target}/${to}`, reason: 'referenced', members: [member], other: `${name}/${id}` })
      }
    }
  }
  return conflicts
}
