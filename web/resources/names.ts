import { texts } from '../texts/texts.ts'
import { fields } from './fields.ts'

/** The resources of the catalogue, which are the last parts of their paths, too. */
export type ResourceName = keyof typeof fields

export const resourceNames = Object.keys(fields) as ResourceName[] // Object.keys widens them to string

/** `3 albums`, `1 album`. */
export const countRecords = (count: number, resource: ResourceName | 'users' | 'tokens' | 'invitations'): string =>
  texts.list.count(count, texts[resource].one, texts[resource].many)

/** The name of a record, which is the title of an album or track. */
export const nameOf = (record: { name: string } | { title: string }): string =>
  'title' in record ? record.title : record.name

/** The name of a record that may have none, such as the row of any table. */
export const describeRecord = (record: { id: number }): string => {
  if ('title' in record) return String(record.title)
  return 'name' in record ? String(record.name) : String(record.id)
}
