import { type Static, Type } from '@sinclair/typebox'
import { count } from 'drizzle-orm'
import { orNotFound } from '../base/errors.ts'
import { fromKeys, keysOf, mapValues } from '../base/objects.ts'
import { capitalize } from '../base/words.ts'
import { users } from '../library/accountSchema.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { allIds, inIdRange, rangeLimit } from '../library/listRange.ts'
import { prepared, withId } from '../library/prepared.ts'
import { listedColumns, singleColumns } from './columns.ts'
import { type Resource, type ResourceName, resourceNames, resources } from './resources.ts'

// Reads and counts the records of all resources.

/** A record as a response contains it. Its other members are known at run time only: they are those of the resource's schemas. */
export interface StoredRecord {
  id: number
  [member: string]: unknown
}

const createStatements = (resource: Resource) => {
  const { table } = resource
  return {
    range: prepared((on) =>
      on
        .select(listedColumns(resource))
        .from(table)
        .where(inIdRange(table.id))
        .orderBy(table.id)
        .limit(rangeLimit)
        .prepare(),
    ),
    some: prepared((on) => on.select(listedColumns(resource)).from(table).where(isAmongIds(table.id, 'ids')).prepare()),
    listed: prepared((on) => on.select(listedColumns(resource)).from(table).where(withId(table)).prepare()),
    single: prepared((on) => on.select(singleColumns(resource)).from(table).where(withId(table)).prepare()),
    id: prepared((on) => on.select({ id: table.id }).from(table).where(withId(table)).prepare()),
  }
}

const statements = mapValues(resources, createStatements)

/** Reads a range of the list as `GET /<name>` returns it, ordered by id. */
export const listRecords = async (read: Reader, name: ResourceName, range = allIds): Promise<StoredRecord[]> =>
  statements[name].range(read).all({ ...range })

/** Reads records as `GET /<name>` returns them, in any order. Ids without a record are left out. */
export const readListedRecords = async (
  read: Reader,
  name: ResourceName,
  ids: readonly number[],
): Promise<StoredRecord[]> => statements[name].some(read).all({ ids: JSON.stringify(ids) })

/** Reads a record as a write returns it. @throws NotFound */
export const readListedRecord = async (read: Reader, name: ResourceName, id: number): Promise<StoredRecord> =>
  orNotFound(capitalize(resources[name].kind), id, await statements[name].listed(read).get({ id }))

/** Reads a record as `GET /<name>/:id` returns it, without its children. @throws NotFound */
export const readRecord = async (read: Reader, name: ResourceName, id: number): Promise<StoredRecord> =>
  orNotFound(capitalize(resources[name].kind), id, await statements[name].single(read).get({ id }))

/** @throws NotFound if there is no record with this id */
export const requireRecord = async (read: Reader, name: ResourceName, id: number): Promise<void> => {
  orNotFound(capitalize(resources[name].kind), id, await statements[name].id(read).get({ id }))
}

export const RecordCounts = Type.Object(
  fromKeys([...resourceNames, 'users'], () => Type.Integer({ minimum: 0 })),
  { title: 'RecordCounts' },
)
type RecordCounts = Static<typeof RecordCounts>

/** Counts the records of each resource, and the accounts. */
export const countRecords = async (read: Reader): Promise<RecordCounts> => {
  const tables = { ...mapValues(resources, ({ table }) => table), users }
  const counts = mapValues(tables, () => 0)
  for (const name of keysOf(tables)) {
    const [row] = await read.select({ rows: count() }).from(tables[name])
    counts[name] = row?.rows ?? 0
  }
  return counts
}
