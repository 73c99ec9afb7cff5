import { type AnyColumn, getTableName, type Table } from 'drizzle-orm'
import type { ReportedColumn, TrackedTable } from '../database/changes.ts'
import { childrenKind } from './dependencies.ts'

/** The description of a resource from which its tracked tables follow. */
export interface TrackedResource {
  table: Table
  relations: Record<string, { table: Table; owner: AnyColumn }>
  children: Record<string, { column: AnyColumn }>
}

/**
 * Returns how changes of resources are reported: a row of a resource's table as a change of that record, a row of a
 * relation as a change of its owner, and a row that begins to refer to a parent as a change of the parent's children.
 */
export const trackedTablesOf = (resources: Record<string, TrackedResource>): TrackedTable[] => {
  const entries = Object.entries(resources)
  const own = entries.map(([kind, { table }]) => ({
    table: getTableName(table),
    changes: [{ kind, column: 'id' }],
    reportsNew: true,
  }))
  const relations = entries.flatMap(([kind, { relations }]) =>
    Object.values(relations).map(({ table, owner }) => ({
      table: getTableName(table),
      changes: [{ kind, column: owner.name }],
    })),
  )
  const parents = entries.flatMap(([name, { children }]) =>
    Object.values(children).map(({ column }) => ({
      table: getTableName(column.table),
      parent: { kind: childrenKind(name), column: column.name },
    })),
  )
  const parentsOf = (name: string): ReportedColumn[] =>
    parents.flatMap(({ table, parent }) => (table === name ? parent : []))
  return [...own, ...relations].map((tracked) => ({ ...tracked, parents: parentsOf(tracked.table) }))
}
