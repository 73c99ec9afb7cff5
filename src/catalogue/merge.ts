import { type Static, Type } from '@sinclair/typebox'
import { findChanges } from '../audit/compareMembers.ts'
import { ValidationError } from '../base/errors.ts'
import type { Reader } from '../library/connection.ts'
import { requireReferences } from '../library/references.ts'
import { NamedObject, NamedRecord, withExample } from '../validation/schemas.ts'
import { createChangeSet, DigestOfChanges } from './changes/changeSet.ts'
import { readReferrers } from './changes/mergeRecords.ts'
import type { FoundChanges } from './changes/run.ts'
import { referrersOf } from './referrers.ts'
import { resources } from './resources.ts'
import { auditedMembers, nameOfState, readStates, type State } from './states.ts'
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

const MergedRecord = NamedObject('MergedRecord', {
  ...NamedRecord.properties,
  references: Type.Integer({ description: 'The number of references to it.', examples: [3] }),
})

export const MergeResult = NamedObject('MergeResult', {
  into: withExample(NamedRecord, { id: 2, name: 'Columbia' }),
  merged: Type.Array(MergedRecord, { description: 'The records that are deleted, ordered by id.' }),
  moved: Type.Record(Type.String(), Type.Integer(), {
    description: 'The numbers of references that are moved, by the resources of the records that have them.',
    examples: [{ artists: 1, albums: 2 }],
  }),
  duplicates: Type.Integer({
    description:
      'How many of these links are deleted, because their record has a link to the record that stays already.',
    examples: [0],
  }),
  digest: DigestOfChanges,
})
type MergeResult = Static<typeof MergeResult>

/** What a merge would change. */
export interface Merge extends FoundChanges, Omit<MergeResult, 'digest'> {}

/**
 * Finds what a merge would change.
 * @throws NotFound; ValidationError for records that don't exist, and for the one that stays among those that are merged into it
 */
export const findMerge = async (read: Reader, resource: MergedName, { into, from }: MergeRequest): Promise<Merge> => {
  const { kind, table } = resources[resource]
  await requireRecord(read, resource, into)
  if (from.includes(into))
    throw new ValidationError({ from: [`The from must not contain the ${kind} that stays, ${into}.`] })
  await requireReferences(read, ['from', table, from])
  const states = await readStates(read, resource, [into, ...from])
  const stays = states.find(({ id }) => id === into) as State // it was required, in the same transaction
  const moved: MergeResult['moved'] = Object.fromEntries(referrersOf(resource).map(({ name }) => [name, 0]))
  const merged: MergeResult['merged'] = []
  let duplicates = 0
  const kept = [into]
  const set = createChangeSet()
  await set.identifyBy([JSON.stringify([stays.key, stays.members])])
  for (const state of states.filter(({ id }) => id !== into)) {
    const { id } = state
    let references = 0
    for await (const { referrer, rows } of readReferrers(read, resource, id, kept)) {
      await set.identifyBy([`${id} ${referrer.name} ${JSON.stringify(rows)}`])
      references += rows.length
      moved[referrer.name] = (moved[referrer.name] ?? 0) + rows.length
      duplicates += rows.filter(({ isDuplicate }) => isDuplicate).length
    }
    const name = nameOfState(resource, state)
    merged.push({ id, name, references })
    await set.add([{ resource, id, name, action: 'merge', into, changes: findChanges(auditedMembers(state), {}) }])
    // An owner that is linked to two merged records keeps one link.
    kept.push(id)
  }
  const keptName = nameOfState(resource, stays)
  const references_moved = Object.values(moved).reduce((sum, count) => sum + count, 0)
  return {
    ...{ into: { id: into, name: keptName }, merged, moved, duplicates },
    changes: set.finish(),
    entry: {
      action: 'merge',
      record: `${resource}/${into}`,
      changes: { merged: { from: merged.map(({ name }) => name), to: keptName } },
      counts: { deleted: merged.length, references_moved, duplicate_links: duplicates },
    },
  }
}
