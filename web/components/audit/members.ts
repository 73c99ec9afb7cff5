import { texts } from '../../texts/texts.ts'

/** The kind of the records whose ids a member has. */
const kindsByMember: Record<string, string> = {
  album_id: 'albums',
  label_id: 'labels',
  user_id: 'users',
  invitation_id: 'invitations',
  artist_ids: 'artists',
  genre_ids: 'genres',
}

export const referencedKind = (member: string): string | undefined => kindsByMember[member]

const names: Record<string, string> = texts.audit.members

/** The name of a member or count. A member that is not known here keeps the name that the API gives it. */
export const describeMember = (member: string): string => names[member] ?? member.replaceAll('_', ' ')

const kindNames: Record<string, string> = texts.audit.kinds

/** What a record is called as long as its name is not known, such as "track 3". */
export const describeRecord = (record: string): string => {
  const [kind = '', id] = record.split('/')
  return [kindNames[kind] ?? kind, id].filter(Boolean).join(' ')
}

/** The path of the screen of a record. */
export const screenPath = (record: string): string => {
  const [kind = ''] = record.split('/')
  // There is no screen of a single one of these.
  return ['tokens', 'invitations'].includes(kind) ? `/${kind}` : `/${record}`
}
