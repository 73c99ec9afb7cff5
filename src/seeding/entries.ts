import type { Resource, Value } from '../catalogue/resources.ts'

// The sections of the catalogue file are the resources. An entry is an object in a section of the file, a record is a row
// of the section's table, and a member is a property of an entry.

/** An entry that was read, with its values in normal form and references by name. */
export type ParsedEntry = Record<string, unknown>

/** The members of an entry, with ids in place of references. A member that is absent keeps its value in the library. */
export type Entry = Record<string, Value>

/** The key that the file gives to an entry's record. */
export const keyOf = ({ key }: Entry): string | undefined => (typeof key === 'string' ? key : undefined)

/** The name of a record in references and reports: its first identity member. */
export const nameOf = ({ identity }: Resource, record: Entry): string => String(record[identity[0]])

/** The name of a record in the form in which names are compared. A path is compared as it is. */
const normalNameOf = (section: Resource, record: Entry): string =>
  section.hasPath ? nameOf(section, record) : toNormalForm(nameOf(section, record))

/** A text that two entries or records of a section share exactly when all their identity members are equal. */
export const identityOf = (section: Resource, record: Entry): string => {
  const { identity } = section
  // With a single member its own text will do. Joining would copy the text of each record.
  if (identity.length === 1) return normalNameOf(section, record)
  return identity
    .map((member, index) => (index === 0 ? normalNameOf(section, record) : (record[member] ?? '')))
    .join('\u0000')
}

/** The members that are put into normal form. A `file_path` is the name of a file, and stays as it is. */
export const nameMembers = ['name', 'title']

/** A character that normalization may change. All below are in normal form in any text. */
const unstable = /[^\0-\u02ff]/

/** The normal form (NFC) of a name. Names that look the same may be written with other characters, depending on the system. */
export const toNormalForm = (text: string): string => (unstable.test(text) ? text.normalize('NFC') : text)
