import { type AnyColumn, getTableName } from 'drizzle-orm'
import { findLink } from '../catalogue/children.ts'
import { resources } from '../catalogue/resources.ts'
import type { ReportedColumn, TrackedTable } from '../library/changes.ts'
import { childrenKind } from './dependencies.ts'

/**
 * How changes of resources are reported: a row of a resource's table as a change of that record, a row of a relation as a change
 * of its owner, and a row that begins to refer to a parent as a change of the parent's children.
 */
const report = (table: string, kind: string, { name: column }: AnyColumn, reportsNew = false): TrackedTable => ({
  table,
  changes: [{ kind, column }],
  reportsNew,
  parents: parentsIn(table),
})

const parentsIn = (table: string): ReportedColumn[] =>
  Object.values(resources).flatMap((resource) => {
    const column = findLink(resource)?.column
    return column && getTableName(column.table) === table
      ? [{ kind: childrenKind(resource.name), column: column.name }]
      : []
  })

/** The tables of resources and of their relations. */
export const resourceTables: readonly TrackedTable[] = Object.values(resources).flatMap(
  ({ name, table, relations }) => [
    report(getTableName(table), name, table.id, true),
    ...Object.values(relations).map((relation) => report(getTableName(relation.table), name, relation.owner)),
  ],
)
