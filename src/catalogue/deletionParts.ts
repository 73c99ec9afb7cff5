import { and, eq, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../audit/auditedWrite.ts'
import { type Parts, prepareParts } from '../audit/entryParts.ts'
import { yieldIfDue } from '../base/eventLoop.ts'
import { fromKeys } from '../base/objects.ts'
import type { Reader, Writer } from '../library/connection.ts'
import { asText, jsonArray, jsonItems, jsonObject, nestedJson } from '../library/engineSql.ts'
import { allIds, type IdRange, inIdRange, integerParameter } from '../library/listRange.ts'
import { prepared } from '../library/prepared.ts'
import { selectSliceEnd } from '../library/sliceEnds.ts'
import { type Referrer, referrersOf } from './referrers.ts'
import { type Relation, type ResourceName, resourceNames, resources } from './resources.ts'

// What a deletion changes in other records, with the parts of its entry about them. There may be 100,000, so this takes slices.

const id = integerParameter('id')

const refersTo = ({ id: owner, column }: Referrer) => and(eq(column, id), inIdRange(owner))

const recordPath = ({ name, id: owner }: Referrer) => sql`${sql.raw(`'${name}/'`)} || ${owner}`

/** The records whose column refers to the record. All have the same change. */
const selectReferences = (referrer: Referrer) =>
  sql`select 'update' as action, ${recordPath(referrer)} as record, ${sql.placeholder('changes')} as changes, null as counts, null as restore,
    ${referrer.id} as position from ${referrer.table} where ${refersTo(referrer)}`

/** The records with a link to the record. */
const selectLinks = (referrer: Referrer, { ids, table, owner, target }: Relation) => {
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
  return sql`select 'update' as action, ${recordPath(referrer)} as record, ${asText(jsonObject({ [ids]: change }))} as changes, null as counts,
    ${asText(jsonObject({ links: jsonObject({ [ids]: link }) }))} as restore, ${owner} as position
    from ${table} where ${refersTo(referrer)}`
}

const createStatements = (referrer: Referrer) => {
  const { name, member, table, id: owner, relation } = referrer
  const addParts = prepareParts(() => (relation ? selectLinks(referrer, relation) : selectReferences(referrer)))
  return {
    selectEnd: selectSliceEnd(table, owner, refersTo(referrer)),
    partsOf: (deleted: number, range: Slice): Parts => {
      const changes = JSON.stringify({ [member]: { from: deleted, to: null } })
      return { statement: addParts, values: { id: deleted, changes, ...range } }
    },
    clear: prepared((on: Writer) =>
      (relation ? on.delete(table) : on.update(resources[name].table).set({ [member]: null }))
        .where(refersTo(referrer))
        .prepare(),
    ),
  }
}

type Slice = Pick<IdRange, 'from' | 'to'>

const statements = fromKeys(resourceNames, (target) => referrersOf(target).map(createStatements))

/** Reads the last record of the first slice of each member that refers to a record; undefined for a member with one slice. */
export const readSliceEnds = (read: Reader, name: ResourceName, deleted: number): Promise<(number | undefined)[]> =>
  Promise.all(
    statements[name].map(async ({ selectEnd }) => (await selectEnd(read).get({ id: deleted, ...allIds }))?.id),
  )

type Statement = () => PromiseLike<unknown>

/**
 * Clears the references to a record that is deleted, and adds the parts about them, a slice at a time. Foreign keys clear those of the last
 * slices: nearly every record has no others.
 * @param ends - from `readSliceEnds`
 * @param waiting - statements to run before
 * @returns the statements to run before the record is deleted
 */
export const clearReferences = async (
  tx: AuditedTransaction,
  { name, deleted, ends }: { name: ResourceName; deleted: number; ends: readonly (number | undefined)[] },
  waiting: Statement[],
): Promise<Statement[]> => {
  for (const [index, { selectEnd, partsOf, clear }] of statements[name].entries()) {
    let rest: Slice = allIds
    for (let to = ends[index]; to !== undefined; to = (await selectEnd(tx.db).get({ id: deleted, ...rest }))?.id) {
      const slice = { from: rest.from, to }
      await tx.inOrder([
        ...waiting.splice(0),
        () => tx.auditParts(partsOf(deleted, slice)),
        () => clear(tx.db).run({ id: deleted, ...slice }) as PromiseLike<unknown>,
      ])
      await yieldIfDue()
      rest = { from: to + 1, to: allIds.to }
    }
    waiting.push(() => tx.auditParts(partsOf(deleted, rest)))
  }
  return waiting
}
