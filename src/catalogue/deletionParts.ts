import { eq, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Parts, prepareParts } from '../audit/entryParts.ts'
import { fromKeys } from '../base/objects.ts'
import { asText, jsonArray, jsonItems, jsonObject, nestedJson } from '../library/engineSql.ts'
import { integerParameter } from '../library/listRange.ts'
import { referrersOf } from './referrers.ts'
import { type Relation, type Resource, type ResourceName, resourceNames, resources } from './resources.ts'

// What a deletion changes in other records, as parts of its entry. One statement adds those of all records of a kind: there may be 100,000.

const id = integerParameter('id')

const recordPath = ({ name, table }: Resource) => sql`${sql.raw(`'${name}/'`)} || ${table.id}`

/** The records whose column refers to the record. All have the same change. */
const prepareReferences = (other: Resource, column: AnySQLiteColumn) => ({
  statement: prepareParts(
    () => sql`select 'update' as action, ${recordPath(other)} as record, ${sql.placeholder('changes')} as changes, null as counts, null as restore,
      ${other.table.id} as position from ${other.table} where ${eq(column, id)}`,
  ),
  values: (deleted: number) => ({
    id: deleted,
    changes: JSON.stringify({ [column.name]: { from: deleted, to: null } }),
  }),
})

/** The records with a link to the record. */
const prepareLinks = (other: Resource, relation: Relation) => ({
  statement: prepareParts(() => selectLinks(other, relation)),
  values: (deleted: number) => ({ id: deleted }),
})

const selectLinks = (other: Resource, { ids, table, owner, target }: Relation) => {
  const { created_at, updated_at } = table
  // The links of an owner, from the table under another name: the outer select reads one of them.
  const selectTargets = (where = sql`true`) =>
    nestedJson(
      sql`(select ${jsonArray(sql.raw(`links.${target.name}`), sql.raw(`links.${target.name}`))} from ${table} as links
        where ${sql.raw(`links.${owner.name}`)} = ${owner} and ${where})`,
    )
  const change = jsonObject({
    from: selectTargets(),
    to: selectTargets(sql`${sql.raw(`links.${target.name}`)} <> ${id}`),
  })
  const link = jsonItems(jsonItems(target, created_at, updated_at))
  return sql`select 'update' as action, ${recordPath(other)} as record, ${asText(jsonObject({ [ids]: change }))} as changes, null as counts,
    ${asText(jsonObject({ links: jsonObject({ [ids]: link }) }))} as restore, ${owner} as position
    from ${table} join ${other.table} on ${other.table.id} = ${owner} where ${eq(target, id)}`
}

const statements = fromKeys(resourceNames, (target) =>
  referrersOf(target).map(({ name, column, relation }) =>
    relation ? prepareLinks(resources[name], relation) : prepareReferences(resources[name], column),
  ),
)

/** What deleting a record will change in others, which lose it. It has to be added before the deletion. */
export const partsOfDeletion = (name: ResourceName, deleted: number): Parts[] =>
  statements[name].map(({ statement, values }) => ({ statement, values: values(deleted) }))
