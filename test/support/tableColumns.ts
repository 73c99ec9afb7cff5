import type { TableColumn } from '../../src/converters/csv/columns.ts'

/** The names of the columns that are read, by field. */
export const columnsByField = (columns: readonly TableColumn[]): Record<string, string[]> => {
  const names: Record<string, string[]> = {}
  for (const { name, fields } of columns) for (const field of fields) names[field] = [...(names[field] ?? []), name]
  return names
}

/** The columns that are not read. */
export const unreadOf = (columns: readonly TableColumn[]): TableColumn[] =>
  columns.filter(({ fields }) => fields.length === 0)
