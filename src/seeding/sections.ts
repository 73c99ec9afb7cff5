import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Resource, type ResourceName, resourceNames, resources } from '../catalogue/resources.ts'
import { fromKeys } from '../records.ts'
import { toNormalForm } from './normalForm.ts'

// The sections of the catalogue file are the resources. An entry is an object in a section of the file, a record is a row
// of the section's table, and a member is a property of an entry.

/** Each section refers only to sections before it, so they are read and written in this order and deleted in reverse. */
export const sectionNames = resourceNames

export type SectionName = ResourceName

export type Value = string | number | null | number[]

/** The members of an entry, with ids in place of references. A member that is absent keeps its value in the library. */
export type Entry = Record<string, Value>

/** A resource, and what seeding derives from it. */
export interface Section extends Resource {
  name: SectionName
  /** The section that each member of `references` and `relations` refers to. */
  targets: Readonly<Record<string, SectionName>>
  /** The columns of the table, in its order, under the names of their members. */
  columns: Readonly<Record<string, AnySQLiteColumn>>
  /** The values of a new record for the members that its entry leaves out. */
  defaults: Entry
  /** Whether any section refers to this one. */
  isReferenced: boolean
  /** Whether the records are files, which are known by their paths. Names are compared in normal form, paths as they are. */
  hasPath: boolean
}

const createSection = (name: SectionName): Section => {
  const resource: Resource = resources[name]
  const { table, references, relations } = resource
  const memberOf = (column: AnySQLiteColumn) =>
    Object.keys(references).find((member) => references[member]?.column === column) ?? column.name
  const columns: AnySQLiteColumn[] = Object.values(getTableColumns(table))
  const optionalColumns = columns.filter((column) => !column.notNull || column.default !== undefined)
  return {
    ...resource,
    name,
    targets: targetsOf(name),
    columns: Object.fromEntries(columns.map((column) => [memberOf(column), column])),
    defaults: {
      // Drizzle types a default as any value. Those in the schema are texts.
      ...Object.fromEntries(optionalColumns.map((column) => [memberOf(column), (column.default ?? null) as Value])),
      ...fromKeys(Object.keys(relations), () => []),
    },
    hasPath: resource.identityMembers[0] === 'file_path',
    isReferenced: sectionNames.some((other) => Object.values(targetsOf(other)).includes(name)),
  }
}

const targetsOf = (name: SectionName): Section['targets'] => {
  const { references, relations }: Resource = resources[name]
  const members = Object.entries({ ...references, ...relations })
  // The list of resources refers only to its own names.
  return Object.fromEntries(members.map(([member, { resource }]) => [member, resource as SectionName]))
}

export const sections: Record<SectionName, Section> = fromKeys(sectionNames, createSection)

/** The name of a record in references and reports: its first identity member. */
export const nameOf = ({ identityMembers }: Section, record: Entry): string => String(record[identityMembers[0]])

/** The name of a record in the form in which names are compared. A path is compared as it is. */
const normalNameOf = (section: Section, record: Entry): string =>
  section.hasPath ? nameOf(section, record) : toNormalForm(nameOf(section, record))

/** A text that two entries or records of a section share exactly when all their identity members are equal. */
export const identityOf = (section: Section, record: Entry): string => {
  const { identityMembers } = section
  // With a single member its own text will do. Joining would copy the text of each record.
  if (identityMembers.length === 1) return normalNameOf(section, record)
  return identityMembers
    .map((member, index) => (index === 0 ? normalNameOf(section, record) : (record[member] ?? '')))
    .join('\u0000')
}
