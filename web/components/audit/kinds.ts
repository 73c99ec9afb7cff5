import { type ResourceName, resourceNames } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'

/** The kinds of records that have entries. */
export const kinds = ['albums', 'artists', 'genres', 'labels', 'tracks', 'users', 'tokens', 'invitations'] as const

/** What a record is called as long as its name is not known, such as "track 3". */
export const describeRecord = (record: string): string => {
  const [name = '', id] = record.split('/')
  const kind = kinds.find((known) => known === name)
  return [kind ? texts[kind].one : name, id].filter(Boolean).join(' ')
}

/** A record with its name, if that is known, such as "album Blue". */
export const describeNamed = (record: string, name: string | undefined): string =>
  name === undefined ? describeRecord(record) : `${describeRecord(record.split('/')[0] ?? '')} ${name}`

/** The path of the screen of a record. */
export const screenPath = (record: string): string => {
  const [kind = ''] = record.split('/')
  // There is no screen of a single one of these.
  return ['tokens', 'invitations'].includes(kind) ? `/${kind}` : `/${record}`
}

/** What the records of a kind are called, such as "tracks". */
export const findTitle = (kind: string): string =>
  resourceNames.some((name) => name === kind) ? texts[kind as ResourceName].many : kind.replaceAll('_', ' ')
