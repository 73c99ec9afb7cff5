import { and, eq, inArray } from 'drizzle-orm'
import { mapValues } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { type IdRange, inIdRange, integerParameter, rangeLimit } from '../library/listRange.ts'
import { prepared } from '../library/prepared.ts'
import { listedColumns } from './columns.ts'
import { type Resource, type ResourceName, resources } from './resources.ts'
import type { StoredRecord } from './store.ts'

// The records that refer to a record, which the GET of the record nests.

/** How children refer to a record: through a column or a relation. `member` is what nests the record in them. */
export const findLink = ({ name, children }: Resource) => {
  if (!children) return
  const { references, relations } = resources[children]
  const [reference] = Object.entries(references).filter(([, { resource }]) => resource === name)
  if (reference) return { children, member: reference[0], column: reference[1].column, relation: undefined }
  const [relation] = Object.entries(relations).filter(([, { resource }]) => resource === name)
  if (relation) return { children, member: relation[0], column: relation[1].target, relation: relation[1] }
  throw new Error(`No member of ${children} refers to ${name}.`)
}

const prepareSelect = (resource: Resource) => {
  const link = findLink(resource)
  if (!link) return
  return prepared((on) => {
    const { member, column, relation } = link
    const child = resources[link.children]
    const { table } = child
    // The record is that of the path: its children don't nest it.
    const { [member]: _, ...columns } = listedColumns(child)
    const select = on.select({ ...columns, id: table.id }).from(table) // the type of the rest has no id
    if (!relation) {
      const refersTo = and(eq(column, integerParameter('id')), inIdRange(table.id))
      return select.where(refersTo).orderBy(table.id).limit(rangeLimit).prepare()
    }
    // In a subselect, since SQLite does not search the index for the range of ids when it joins.
    const ids = on
      .select({ id: relation.owner })
      .from(relation.table)
      .where(and(eq(column, integerParameter('id')), inIdRange(relation.owner)))
      .orderBy(relation.owner)
      .limit(rangeLimit)
    return select.where(inArray(table.id, ids)).orderBy(table.id).prepare()
  })
}

const statements = mapValues(resources, prepareSelect)

/** Lists children of a record, as its response nests them; none for a resource without children. */
export const listChildren = async (
  read: Reader,
  name: ResourceName,
  id: number,
  range: IdRange,
): Promise<StoredRecord[]> => {
  const statement = statements[name]
  return statement ? statement(read).all({ id, ...range }) : []
}
