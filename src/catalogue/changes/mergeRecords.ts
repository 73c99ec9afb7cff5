import { and, eq, gt, sql } from 'drizzle-orm'
import { type AuditedTransaction, addParts } from '../../audit/auditedWrite.ts'
import type { NewEntry } from '../../audit/entry.ts'
import { restoreOf, type StoredLike } from '../../audit/undoData.ts'
import { mapValues } from '../../base/objects.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds } from '../../library/engineSql.ts'
import { integerParameter, rangeLimit } from '../../library/listRange.ts'
import { prepared } from '../../library/prepared.ts'
import { moveLikes } from '../likes/store.ts'
import { relatedIds } from '../members.ts'
import { type Move, type Mover, movers } from '../moveReferences.ts'
import type { Referrer } from '../referrers.ts'
import type { ResourceName } from '../resources.ts'
import { readLikes, readStates, type State } from '../states.ts'

/** Selects the records that refer to one by a member, in parts, and whether each has a link to another one in the list `kept`. */
const prepareSelect = ({ table, id, column, relation }: Referrer) => {
  // The links of an owner, from the table under another name: the outer select reads one of them.
  const isKept = isAmongIds(sql.raw(`links.${column.name}`), 'kept')
  const hasKept = relation
    ? sql`exists (select 1 from ${table} as links where ${sql.raw(`links.${id.name}`)} = ${id} and ${isKept})`
    : sql`1 = 0`
  return prepared((on) =>
    on
      // Nested, so that Drizzle leaves table names before columns.
      .select({ id: sql<number>`${id}`, isDuplicate: sql`${hasKept}`.mapWith(Boolean) })
      .from(table)
      .where(and(eq(column, integerParameter('from')), gt(id, integerParameter('after'))))
      .orderBy(id)
      .limit(rangeLimit)
      .prepare(),
  )
}

const referrers = mapValues(movers, (all) =>
  all.map(({ referrer, move }) => ({ referrer, move, select: prepareSelect(referrer) })),
)

const idsPerSelect = 1_000

/**
 * Reads which records refer to one, by a member after the other.
 * @param kept - the ids of other records: a link of an owner that is linked to one of them is a duplicate
 */
export async function* readReferrers(read: Reader, name: ResourceName, from: number, kept: readonly number[]) {
  for (const { referrer, select } of referrers[name]) {
    for (let after = 0; ; ) {
      const rows = await select(read).all({ from, after, limit: idsPerSelect, kept: JSON.stringify(kept) })
      yield { referrer, rows }
      const last = rows.at(-1)
      if (!last || rows.length < idsPerSelect) break
      after = last.id
    }
  }
}

/**
 * Moves what refers to records and the likes of tracks, with a part for each record that refers to another one now. The records themselves
 * stay.
 * @param likesTaken - gets the likes that the tracks had
 */
export const mergeRecords = async (
  tx: AuditedTransaction,
  name: ResourceName,
  merges: readonly Move[],
  likesTaken: Map<number, readonly StoredLike[]>,
): Promise<void> => {
  for (const merge of merges) {
    for (const member of referrers[name]) await moveReferences(tx, member, merge)
    if (name !== 'tracks') continue
    for (const [id, likes] of await readLikes(tx.db, name, [merge.from])) likesTaken.set(id, likes)
    await moveLikes(tx, merge)
  }
}

const ownersPerMove = 250

/** Moves the references of a member, some records at a time, and adds the parts of these. */
const moveReferences = async (
  tx: AuditedTransaction,
  { referrer, move, select }: { referrer: Referrer; move: Mover; select: ReturnType<typeof prepareSelect> },
  ids: Move,
): Promise<void> => {
  const { name, member, relation } = referrer
  for (let after = 0; ; ) {
    const owners = (await select(tx.db).all({ from: ids.from, after, limit: ownersPerMove, kept: '[]' })).map(
      ({ id }) => id,
    )
    const upTo = owners.at(-1)
    if (upTo === undefined) return
    const entries = relation
      ? (await readStates(tx.db, name, owners)).map((state) => toLinkChange(referrer, state, ids))
      : owners.map((id): NewEntry => ({ action: 'update', record: `${name}/${id}`, changes: { [member]: ids } }))
    await move(tx, ids, { after, upTo })
    await addParts(tx, entries)
    if (owners.length < ownersPerMove) return
    after = upTo
  }
}

const toLinkChange = ({ name, member }: Referrer, { id, members, links }: State, { from, to }: Move): NewEntry => {
  const before = relatedIds(members[member])
  const after = [...new Set([...before.filter((target) => target !== from), to])].sort((a, b) => a - b)
  const removed = (links[member] ?? []).filter(([target]) => target === from)
  return {
    action: 'update',
    record: `${name}/${id}`,
    changes: { [member]: { from: before, to: after } },
    restore: restoreOf({ links: { [member]: removed } }),
  }
}
