import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Relation, type Resource, type ResourceName, resourceNames, resources } from './resources.ts'

/** A member of records that refers to records of a resource: a column of their table, or the links of a relation. */
export interface Referrer {
  /** The resource of the records. */
  name: ResourceName
  /** The member of a body with the id or the ids. */
  member: string
  /** The table that has the references, with the id of the referring record and that of the other one. */
  table: SQLiteTable
  id: AnySQLiteColumn
  column: AnySQLiteColumn
  /** Undefined for a column. */
  relation?: Relation
}

/** All members that refer to records of a resource. */
export const referrersOf = (target: ResourceName): Referrer[] =>
  resourceNames.flatMap((name) => {
    const { table, references, relations }: Resource = resources[name]
    return [
      ...Object.values(references)
        .filter(({ resource }) => resource === target)
        .map(({ column }) => ({ name, member: column.name, table, id: table.id, column })),
      ...Object.values(relations)
        .filter(({ resource }) => resource === target)
        .map((relation) => ({
          name,
          member: relation.ids,
          table: relation.table,
          id: relation.owner,
          column: relation.target,
          relation,
        })),
    ]
  })
