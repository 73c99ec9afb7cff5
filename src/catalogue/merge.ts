import { and, eq, gt, sql } from 'drizzle-orm'
import { findChanges } from '../audit/changes.ts'
import type { NewEntry } from '../audit/entry.ts'
import { restoreOf } from '../audit/restore.ts'
import { type AuditedTransaction, addParts } from '../audit/write.ts'
import { ValidationError } from '../base/errors.ts'
import { mapValues } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { integerParameter, rangeLimit } from '../library/idRange.ts'
import { prepared } from '../library/prepared.ts'
import { requireReferences } from '../library/references.ts'
import { type Mover, movers } from './movers.ts'
import { deleteRecordsById } from './records.ts'
import type { Referrer } from './referrers.ts'
import { resources } from './resources.ts'
import { auditedMembers, readStates, type State } from './states.ts'
import { requireRecord } from './store.ts'

// Several records become one: what refers to them refers to the one that stays, and they are deleted.

/** The resources whose records are merged. Tracks are files, of which each stays. */
export const mergedNames = ['labels', 'genres', 'artists', 'albums'] as const
export type MergedName = (typeof mergedNames)[number]

/** Which records are merged into which one. */
export interface MergeRequest {
  into: number
  from: readonly number[]
}

/** What a merge would change. */
export interface Merge {
  into: State
  /** The records that are deleted, ordered by id, each with the number of references to it. */
  merged: { state: State; references: number }[]
  /** The numbers of references that are moved, by the resources of the records that have them. */
  moved: Record<string, number>
  /** How many of these are links to a record that the same record is linked to already: they are deleted. */
  duplicates: number
  /** Identifies all changes: another merge has another one. */
  digest: string
}

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
 * Finds what a merge would change.
 * @throws NotFound; ValidationError for records that don't exist, and for the one that stays among those that are merged into it
 */
export const findMerge = async (read: Reader, name: MergedName, { into, from }: MergeRequest): Promise<Merge> => {
  const { kind, table } = resources[name]
  await requireRecord(read, name, into)
  if (from.includes(into))
    throw new ValidationError({ from: [`The from must not have the ${kind} that stays, ${into}.`] })
  await requireReferences(read, ['from', table, from])
  const states = await readStates(read, name, [into, ...from])
  const hasher = new Bun.CryptoHasher('sha256')
  for (const { id, key, members } of states) hasher.update(`${JSON.stringify([id, key, members])}\n`)
  const moved: Merge['moved'] = Object.fromEntries(referrers[name].map(({ referrer }) => [referrer.name, 0]))
  const merged: Merge['merged'] = []
  let duplicates = 0
  const kept = [into]
  for (const state of states.filter(({ id }) => id !== into)) {
    let references = 0
    for (const { referrer, select } of referrers[name]) {
      for (let after = 0; ; ) {
        const values = { from: state.id, after, limit: idsPerSelect, kept: JSON.stringify(kept) }
        const rows = await select(read).all(values)
        hasher.update(`${state.id} ${referrer.name} ${JSON.stringify(rows)}\n`)
        references += rows.length
        moved[referrer.name] = (moved[referrer.name] ?? 0) + rows.length
        duplicates += rows.filter(({ isDuplicate }) => isDuplicate).length
        const last = rows.at(-1)
        if (!last || rows.length < idsPerSelect) break
        after = last.id
      }
    }
    merged.push({ state, references })
    // An owner that is linked to two merged records keeps one link.
    kept.push(state.id)
  }
  const found = states.find(({ id }) => id === into) as State // it was required, in the same transaction
  return { into: found, merged, moved, duplicates, digest: hasher.digest('hex') }
}

/** A name or title. */
export const nameOfState = (name: MergedName, { members }: State): string => String(members[resources[name].nameMember])

/**
 * Makes a merge that the same write has found. The audit trail gets one entry, with a part for each record that refers to another one
 * now, and for each one that is deleted.
 */
export const applyMerge = async (
  tx: AuditedTransaction,
  name: MergedName,
  { into, merged, moved, duplicates }: Merge,
): Promise<void> => {
  const references_moved = Object.values(moved).reduce((sum, count) => sum + count, 0)
  await tx.audit({
    action: 'merge',
    record: `${name}/${into.id}`,
    changes: {
      merged: {
        from: merged.map(({ state }) => nameOfState(name, state)),
        to: nameOfState(name, into),
      },
    },
    counts: { deleted: merged.length, references_moved, duplicate_links: duplicates },
  })
  for (const { state } of merged) {
    for (const each of referrers[name]) await moveReferences(tx, each, { from: state.id, to: into.id })
  }
  await addParts(
    tx,
    merged.map(({ state }) => toDeletion(name, state)),
  )
  await deleteRecordsById(
    tx.db,
    name,
    merged.map(({ state }) => state.id),
  )
}

const toDeletion = (name: MergedName, state: State): NewEntry => ({
  action: 'delete',
  record: `${name}/${state.id}`,
  changes: findChanges(auditedMembers(state), {}),
  restore: restoreOf(state),
})

const ownersPerMove = 250

/** Moves the references of a member, some records at a time, and adds the parts of these. */
const moveReferences = async (
  tx: AuditedTransaction,
  { referrer, move, select }: { referrer: Referrer; move: Mover; select: ReturnType<typeof prepareSelect> },
  ids: { from: number; to: number },
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

const toLinkChange = (
  { name, member }: Referrer,
  { id, members, links }: State,
  { from, to }: { from: number; to: number },
): NewEntry => {
  const before = members[member] as number[] // the ids of a relation
  const after = [...new Set([...before.filter((target) => target !== from), to])].sort((a, b) => a - b)
  const removed = (links[member] ?? []).filter(([target]) => target === from)
  return {
    action: 'update',
    record: `${name}/${id}`,
    changes: { [member]: { from: before, to: after } },
    restore: restoreOf({ links: { [member]: removed } }),
  }
}
