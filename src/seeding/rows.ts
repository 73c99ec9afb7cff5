import { gt, sql } from 'drizzle-orm'
import { fromKeys } from '../base/objects.ts'
import { type Relation, type Resource, resourceNames, resources, type Value } from '../catalogue/resources.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'

/** A record of the library, under the names of the file's members, with ids in place of references. Lists are ascending. */
export interface Row {
  id: number
  key: string | null
  created_at: string
  updated_at: string
  [member: string]: Value
}

/** The number of records that one statement reads or writes at most. */
export const pageSize = 2_000

const createStatements = ({ table, columns, relations }: Resource) => ({
  page: prepared((on) =>
    on
      .select(columns)
      .from(table)
      .where(gt(table.id, sql.placeholder('after')))
      .orderBy(table.id)
      .limit(pageSize)
      .prepare(),
  ),
  byIds: prepared((on) => on.select(columns).from(table).where(isAmongIds(table.id, 'ids')).prepare()),
  relations: Object.entries(relations).map(([member, relation]) => ({ member, pairs: pairsStatement(relation) })),
})

/** Selects the rows of a relation that belong to the owners in `ids`, with the ids of both records. */
const pairsStatement = ({ table, owner, target }: Relation) =>
  prepared((on) =>
    on.select({ owner, target }).from(table).where(isAmongIds(owner, 'ids')).orderBy(owner, target).prepare(),
  )

const statements = fromKeys(resourceNames, (name) => createStatements(resources[name]))

/** Reads all records of a section in the order of their ids, in pages of `pageSize` at most. */
export async function* readPages(read: Reader, section: Resource): AsyncGenerator<Row[]> {
  let page = await readPage(read, section, 0)
  while (page.length > 0) {
    yield page
    page = await readPage(read, section, page.at(-1)?.id ?? 0)
  }
}

const readPage = async (read: Reader, { name }: Resource, afterId: number): Promise<Row[]> =>
  addRelations(read, name, await statements[name].page(read).all({ after: afterId }))

/** The records with these ids, in no particular order. */
export const readByIds = async (read: Reader, { name }: Resource, ids: readonly number[]): Promise<Row[]> =>
  addRelations(read, name, await statements[name].byIds(read).all({ ids: JSON.stringify(ids) }))

/** Selects nothing. PostgreSQL ends a write whose transaction is idle for 4.5 s: what takes long without a statement calls this in between. */
export const keepTransaction = async (read: Reader): Promise<void> => {
  await readByIds(read, resources.labels, [])
}

const addRelations = async (read: Reader, name: Resource['name'], rows: Row[]): Promise<Row[]> => {
  const { relations } = statements[name]
  if (relations.length === 0 || rows.length === 0) return rows
  const ids = JSON.stringify(rows.map(({ id }) => id))
  for (const { member, pairs } of relations) {
    const targets = groupByOwner(await pairs(read).all({ ids }))
    for (const row of rows) row[member] = targets.get(row.id) ?? []
  }
  return rows
}

const groupByOwner = (pairs: { owner: number; target: number }[]): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (const { owner, target } of pairs) {
    const group = groups.get(owner)
    if (group) group.push(target)
    else groups.set(owner, [target])
  }
  return groups
}
