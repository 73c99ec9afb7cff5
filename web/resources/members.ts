import { texts } from '../texts/texts.ts'
import { fields } from './fields.ts'
import type { ResourceName } from './names.ts'

/** What a form needs to know of a member of a body. */
export interface MemberField {
  kind: 'text' | 'day' | 'duration' | 'choice' | 'reference' | 'references'
  isRequired?: boolean
  maxLength?: number
  values?: readonly string[]
  resource?: ResourceName
}

/** The members of the bodies of a resource. */
export const fieldsOf = (resource: ResourceName): Record<string, MemberField> => fields[resource]

/** A member of this name has the same meaning in all resources. */
const allFields = new Map(Object.keys(fields).flatMap((name) => Object.entries(fieldsOf(name as ResourceName))))

/** The field of a member; undefined for a member that no form of a resource has. */
export const findField = (member: string): MemberField | undefined => allFields.get(member)

const names: Record<string, string> = { ...texts.members, ...texts.fields }

/** The name of a member or count. A member that is not known here keeps the name that the API gives it. */
export const describeMember = (member: string): string => names[member] ?? member.replaceAll('_', ' ')

const otherReferences: Record<string, 'users' | 'invitations'> = { user_id: 'users', invitation_id: 'invitations' }

/** The resource whose ids a member has; undefined for other members. */
export const findReferenced = (member: string) => findField(member)?.resource ?? otherReferences[member]

/** A value of a choice in words. */
export const describeChoice = (value: string): string => new Map(Object.entries(texts.choices)).get(value) ?? value
