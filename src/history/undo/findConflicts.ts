import { sql } from 'drizzle-orm'
import { slices } from '../../base/objects.ts'
import { pathOf, type RecordWrite, recordsPerStatement } from '../../catalogue/changes/recordWrite.ts'
import { readReferring, referrersOf } from '../../catalogue/referrers.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds, isAmongTexts, textArray } from '../../library/engineSql.ts'
import type { Conflict } from './conflicts.ts'
import type { Outlines } from './invert.ts'

// What speaks against the writes of a plan, although no record has changed since.

/**
 * References to records that are not there, and that are not restored either.
 * @param page - of writes of one resource
 * @param outlines - of those before: they have all records that these can refer to
 */
export const findMissingReferences = async (
  read: Reader,
  name: ResourceName,
  page: readonly RecordWrite[],
  outlines: Outlines,
): Promise<Conflict[]> => {
  const conflicts: Conflict[] = []
  for (const target of resourceNames) {
    const members = referrersOf(target).filter((referrer) => referrer.name === name)
    const wanted: { write: RecordWrite; member: string; id: number }[] = []
    for (const write of page) {
      for (const { member } of members) {
        if (write.action === 'delete' || !(member in write.changes)) continue
        // A member with an id or with ids.
        for (const id of [write.changes[member]?.to].flat())
          if (typeof id === 'number') wanted.push({ write, member, id })
      }
    }
    const actionOf = (id: number) => outlines.get(`${target}/${id}`)?.action
    const isRestored = (id: number) => actionOf(id) === 'create'
    const present = new Set<number>()
    const ids = [...new Set(wanted.map(({ id }) => id))].filter((id) => !isRestored(id))
    const { table } = resources[target]
    for (const slice of slices(ids, recordsPerStatement)) {
      const rows = await read
        .select({ id: sql<number>`${table.id}` })
        .from(table)
        .where(isAmongIds(table.id, sql`${JSON.stringify(slice)}`))
      for (const { id } of rows) if (actionOf(id) !== 'delete') present.add(id)
    }
    for (const { write, member, id } of wanted) {
      if (isRestored(id) || present.has(id)) continue
      conflicts.push({ record: pathOf(write), reason: 'missing', members: [member], other: `${target}/${id}` })
    }
  }
  return conflicts
}

/** Keys that another record has got. @param claims - the records that get a key back, by this key */
export const findTakenKeys = async (
  read: Reader,
  name: ResourceName,
  claims: ReadonlyMap<string, number>,
  outlines: Outlines,
): Promise<Conflict[]> => {
  if (claims.size === 0) return []
  const { table } = resources[name]
  const rows = await read
    .select({ id: sql<number>`${table.id}`, key: sql<string>`${table.key}` })
    .from(table)
    .where(isAmongTexts(table.key, sql`${textArray(claims.keys())}`))
  return rows
    .filter(({ id, key }) => claims.get(key) !== id && !outlines.get(`${name}/${id}`)?.changed.includes('key'))
    .map(({ id, key }) => ({
      record: `${name}/${claims.get(key)}`,
      reason: 'key',
      members: ['key'],
      other: `${name}/${id}`,
    }))
}

/** A genre may have 10,000 tracks, of which all are read at once. */
const referredPerStatement = 10

/** Records that refer to one that would be deleted, and that the same reversion does not change in this: a deletion changes all members. */
export async function* findReferring(
  read: Reader,
  target: ResourceName,
  deleted: readonly number[],
  outlines: Outlines,
): AsyncGenerator<Conflict[]> {
  for (const ids of slices(deleted, referredPerStatement)) {
    const referring = await readReferring(read, target, ids)
    yield referring
      .filter(({ name, id, member }) => !outlines.get(`${name}/${id}`)?.changed.includes(member))
      .map(({ name, id, member, to }) => ({
        record: `${target}/${to}`,
        reason: 'referenced',
        members: [member],
        other: `${name}/${id}`,
      }))
  }
}
