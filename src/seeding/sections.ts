import { type Resource, type ResourceName, resourceNames, resources, type Value } from '../catalogue/resources.ts'
import { toNormalForm } from './normalForm.ts'

// The sections of the catalogue file are the resources. An entry is an object in a section of the file, a record is a row
// of the section's table, and a member is a property of an entry.

export type { Value }
export type Section = Resource
export type SectionName = ResourceName
export const sectionNames = resourceNames
export const sections = resources

/** The members of an entry, with ids in place of references. A member that is absent keeps its value in the library. */
export type Entry = Record<string, Value>

/** The name of a record in references and reports: its first identity member. */
export const nameOf = ({ identity }: Resource, record: Entry): string => String(record[identity[0]])

/** The name of a record in the form in which names are compared. A path is compared as it is. */
const normalNameOf = (resource: Resource, record: Entry): string =>
  resource.hasPath ? nameOf(resource, record) : toNormalForm(nameOf(resource, record))

/** A text that two entries or records of a section share exactly when all their identity members are equal. */
export const identityOf = (resource: Resource, record: Entry): string => {
  const { identity } = resource
  // With a single member its own text will do. Joining would copy the text of each record.
  if (identity.length === 1) return normalNameOf(resource, record)
  return identity
    .map((member, index) => (index === 0 ? normalNameOf(resource, record) : (record[member] ?? '')))
    .join('\u0000')
}
