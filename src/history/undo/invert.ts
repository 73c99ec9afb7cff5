import { findChanges } from '../../audit/compareMembers.ts'
import { mapValues } from '../../base/objects.ts'
import type { RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import type { Members } from '../../catalogue/members.ts'
import { resources } from '../../catalogue/resources.ts'
import { auditedMembers, type State } from '../../catalogue/states.ts'
import type { Effect } from './effects.ts'

/** What is known of all writes of an undo at once. */
export type Outline = Pick<RecordWrite, 'action'> & { changed: readonly string[] }

/** By the paths of their records. */
export type Outlines = ReadonlyMap<string, Outline>

/**
 * The inverse of what an action has done to a record.
 * @param state - the record as it is now; undefined if it is not there
 */
export const invert = (
  { name: resource, id, existedBefore, changes: done, restore }: Effect,
  state: State | undefined,
): RecordWrite => {
  const before = state ? auditedMembers(state) : {}
  const restored: Members = mapValues(done, ({ from }) => from)
  const after = existedBefore ? { ...before, ...restored } : {}
  const { nameMember } = resources[resource]
  return {
    ...{ resource, id, name: String((existedBefore ? after : before)[nameMember]) },
    action: existedBefore ? (state ? 'update' : 'create') : 'delete',
    changes: findChanges(before, after),
    likes: existedBefore ? (restore.likes?.length ?? 0) : 0,
    ...(existedBefore && { restored: restore }),
  }
}
