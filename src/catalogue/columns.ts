import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { mapValues } from '../base/objects.ts'
import { jsonArray, jsonColumn, jsonObject, nestedJson } from '../library/engineSql.ts'
import {
  type CommonColumns,
  type Reference,
  type Relation,
  type Resource,
  resources,
  tableColumns,
} from './resources.ts'

// The columns that selects of records have. Nested records are among them: the database builds them as JSON, which takes a quarter
// of the time of separate selects, and one statement always sees one state of the library.

type Columns = Pick<CommonColumns, 'id'> & Record<string, SQLiteColumn | SQL>

/** The columns of a table without the catalogue file's key, which no response contains. */
export const recordColumns = ({ table }: Resource) => {
  const { key, ...columns } = tableColumns(table)
  return columns
}

/** Selects the record that a column refers to; null if there is none. It nests the records that it refers to itself, if `isDeep`. */
const selectReferenced = ({ resource, column }: Reference, isDeep = false): SQL => {
  const referenced = resources[resource]
  const { table, references } = referenced
  const nested = isDeep ? mapValues(references, (reference) => nestedJson(selectReferenced(reference))) : {}
  return sql`(select ${jsonObject({ ...recordColumns(referenced), ...nested })} from ${table} where ${table.id} = ${column})`
}

/** Selects an array of the records that a relation links to a record. Each has the link as its `pivot`. */
const selectRelated = ({ table: { id } }: Resource, { resource, table, owner, target }: Relation): SQL => {
  const related = resources[resource]
  const record = jsonObject({ ...recordColumns(related), pivot: jsonObject(getTableColumns(table)) })
  return sql`(
    select ${jsonArray(record, related.table.id)}
    from ${table} join ${related.table} on ${related.table.id} = ${target}
    where ${owner} = ${id})`
}

const relatedColumns = (resource: Resource) =>
  mapValues(resource.relations, (relation) => jsonColumn(selectRelated(resource, relation)))

/** The columns of a record in lists and in the responses of writes. */
export const listedColumns = (resource: Resource): Columns => ({
  ...recordColumns(resource),
  ...mapValues(resource.references, (reference) => jsonColumn(selectReferenced(reference))),
  ...relatedColumns(resource),
})

/** The columns of a record in the GET of one record, without its children. */
export const singleColumns = (resource: Resource): Columns => ({
  ...recordColumns(resource),
  ...mapValues(resource.references, (reference) => jsonColumn(selectReferenced(reference, true))),
  ...relatedColumns(resource),
})

/** Whether records nest no others in lists, so that their columns are all columns of their table. */
export const isFlat = ({ references, relations }: Resource): boolean =>
  Object.keys(references).length === 0 && Object.keys(relations).length === 0
