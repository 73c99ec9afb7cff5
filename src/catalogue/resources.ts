import type { TObject } from '@sinclair/typebox'
import { getTableColumns } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { fromKeys, keysOf, mapValues } from '../base/objects.ts'
import * as catalogueSchema from '../library/catalogueSchema.ts'
import type { Instant } from '../library/clock.ts'
import type { Fields } from '../resources/fields/field.ts'
import {
  idsName,
  isReference,
  nestedName,
  type Relation as RelationDescription,
} from '../resources/fields/reference.ts'
import { descriptions } from '../resources/list.ts'
import { entryOf, type ResourceDescription, refersTo } from '../resources/resource.ts'

type IdColumn = AnySQLiteColumn<{ data: number }>
type RequiredIdColumn = AnySQLiteColumn<{ data: number; notNull: true }>
type InstantColumn = AnySQLiteColumn<{ data: Instant; notNull: true }>

/** The instants that each table of the catalogue has. */
interface Timestamps {
  created_at: InstantColumn
  updated_at: InstantColumn
}

/** The columns that the table of each resource has. */
export interface CommonColumns extends Timestamps {
  id: RequiredIdColumn
  key: AnySQLiteColumn<{ data: string }>
}

/** A member of a record that nests one record of another resource. */
export interface Reference {
  resource: ResourceName
  /** The column that holds its id. The member of a body has the same name. */
  column: IdColumn
}

/** A many-to-many relation: each row of its table links a record of the resource, the owner, to a target. */
export interface Relation {
  resource: ResourceName
  /** The member of a body with the ids of the targets. */
  ids: string
  table: SQLiteTable & Timestamps
  owner: RequiredIdColumn
  target: RequiredIdColumn
}

/** A value of a member of an entry, with ids in place of names. */
export type Value = string | number | null | number[]

/** A kind of catalogue record: its description, and what follows from it and from its table. */
export interface Resource {
  name: ResourceName
  description: ResourceDescription
  /** The name of one record in sentences. */
  kind: string
  fields: Fields
  table: SQLiteTable & CommonColumns
  /** By the members that nest one record. */
  references: Record<string, Reference>
  /** By the members that nest an array of records. */
  relations: Record<string, Relation>
  /** The last member of the GET of one record: the records of the resource of this name that refer to the record. */
  children: ResourceName | undefined
  /** An entry of the catalogue file's section: its members are those of a record, with names in place of ids. */
  entry: TObject
  /** The member by which records are searched and sorted by name. */
  nameMember: 'name' | 'title'
  /** The members of an entry that identify a record without a key. References use the first of them as the record's name. */
  identity: readonly [string, ...string[]]
  /** The columns of the table, in its order, by the names of the members of an entry. */
  columns: CommonColumns & Record<string, AnySQLiteColumn<{ data: string | number }>>
  /** The values of a new record for the members that its entry leaves out. */
  defaults: Record<string, Value>
  /** The resources that members of an entry refer to. */
  targets: Record<string, ResourceName>
  /** The resources that members of a body refer to, by their ids. */
  targetsOfIds: Record<string, ResourceName>
  /** Whether members of other resources refer to this one. */
  isReferenced: boolean
  /** Whether the records are files, which are known by their paths. Names are compared in normal form, paths as they are. */
  hasPath: boolean
}

export type ResourceName = keyof typeof descriptions

/** All tables of the catalogue, by their names. */
const tables: Record<string, Relation['table']> = catalogueSchema
const resourceTables: Record<ResourceName, Resource['table']> = catalogueSchema

// The descriptions name only resources of the list, and tables and columns that follow from them.

const commonColumns = ({ id, key, created_at, updated_at }: CommonColumns): CommonColumns => ({
  id,
  key,
  created_at,
  updated_at,
})

/** The columns of the table of a resource, in its order. */
export const tableColumns = (table: Resource['table']): CommonColumns & Record<string, SQLiteColumn> => ({
  ...getTableColumns<SQLiteTable>(table),
  ...commonColumns(table),
})

const createResource = (name: ResourceName): Resource => {
  const table = resourceTables[name]
  const description: ResourceDescription = descriptions[name]
  const { kind, fields, children, identity } = description
  const references: Record<string, Reference> = {}
  const columns: Record<string, AnySQLiteColumn<{ data: string | number }>> = {}
  for (const [member, column] of Object.entries(getTableColumns<SQLiteTable>(table))) {
    const field = fields[member]
    const isId = field !== undefined && isReference(field)
    columns[isId ? nestedName(member) : member] = column
    if (isId) references[nestedName(member)] = { resource: field.resource.name as ResourceName, column }
  }
  const relations = mapValues(description.relations ?? {}, (relation) => createRelation(kind, relation))
  const optionalColumns = Object.entries(columns).filter(([, { notNull, default: value }]) => !notNull || value)
  return {
    name,
    description,
    kind,
    fields,
    table,
    references,
    relations,
    children: children as ResourceName | undefined,
    entry: entryOf(description),
    nameMember: 'title' in fields ? 'title' : 'name',
    identity,
    columns: { ...columns, ...commonColumns(table) },
    defaults: {
      // The defaults of fields are texts.
      ...Object.fromEntries(
        optionalColumns.map(([member, { default: text }]) => [member, typeof text === 'string' ? text : null]),
      ),
      ...mapValues(relations, () => []),
    },
    targets: mapValues<string, Reference | Relation, ResourceName>(
      { ...references, ...relations },
      ({ resource }) => resource,
    ),
    targetsOfIds: Object.fromEntries([
      ...Object.values(references).map(({ column, resource }) => [column.name, resource]),
      ...Object.values(relations).map(({ ids, resource }) => [ids, resource]),
    ]),
    isReferenced: Object.values(descriptions).some((other) => refersTo(other, name)),
    hasPath: fields[identity[0]]?.isPath ?? false,
  }
}

const createRelation = (owner: string, relation: RelationDescription): Relation => {
  const table = tables[relation.table] as Relation['table']
  const columns: Record<string, RequiredIdColumn> = getTableColumns<SQLiteTable>(table)
  return {
    resource: relation.resource.name as ResourceName,
    ids: idsName(relation),
    table,
    owner: columns[`${owner}_id`] as RequiredIdColumn,
    target: columns[`${relation.resource.kind}_id`] as RequiredIdColumn,
  }
}

/** The names of all resources. A resource comes after those that it refers to. */
export const resourceNames = keysOf(descriptions)

/** A resource's key is its path below `/api`, its table, and its section of the catalogue file. */
export const resources: Record<ResourceName, Resource> = fromKeys(resourceNames, createResource)

export const isResourceName = (text: string): text is ResourceName => Object.hasOwn(resources, text)

/** The kinds of records that entries of the audit trail name. */
export const auditedKinds = [...resourceNames, 'users', 'tokens', 'invitations']

/** Whether a text names a record, such as `tracks/3`, or all records of a kind, such as `tracks`. */
export const isAuditedRecord = (text: string): boolean => {
  const [, kind = ''] = /^([a-z]+)(?:\/[1-9]\d*)?$/.exec(text) ?? []
  return auditedKinds.includes(kind)
}
