/** The resources of the catalogue, which are the last parts of their paths, too. */
export type ResourceName = 'albums' | 'artists' | 'genres' | 'labels' | 'tracks'

/** The name of a record, which is the title of an album or track. */
export const nameOf = (record: { name: string } | { title: string }): string =>
  'title' in record ? record.title : record.name

/** The name of a record that may have none, such as the row of any table. */
export const describeRecord = (record: { id: number }): string => {
  if ('title' in record) return String(record.title)
  return 'name' in record ? String(record.name) : String(record.id)
}
