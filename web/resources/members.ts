import { texts } from '../texts/texts.ts'

const names: Record<string, string> = texts.members

/** The name of a member or count. A member that is not known here keeps the name that the API gives it. */
export const describeMember = (member: string): string => names[member] ?? member.replaceAll('_', ' ')

const references = {
  album_id: 'albums',
  label_id: 'labels',
  user_id: 'users',
  invitation_id: 'invitations',
  artist_ids: 'artists',
  genre_ids: 'genres',
} as const

/** The resource whose ids a member has; undefined for other members. */
export const findReferenced = (member: string) => new Map(Object.entries(references)).get(member)
