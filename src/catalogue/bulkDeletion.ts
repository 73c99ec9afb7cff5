import { findChanges } from '../audit/compareMembers.ts'
import { slices } from '../base/objects.ts'
import type { Reader } from '../library/connection.ts'
import { requireReferences } from '../library/references.ts'
import { createChangeSet } from './changes/changeSet.ts'
import { recordsPerStatement } from './changes/recordWrite.ts'
import type { FoundChanges } from './changes/run.ts'
import { type ResourceName, resources } from './resources.ts'
import { auditedMembers, nameOfState, readStates } from './states.ts'

/**
 * Finds the deletion of the records with these ids, ordered by id, each with all of its members as they would be lost.
 * @param affected - how many others lose them, by kind. They identify the deletion, but for the likes: users like all the time, and a
 *   deletion that waits for them would never be made.
 * @throws ValidationError for records that don't exist
 */
export const findDeletions = async (
  read: Reader,
  resource: ResourceName,
  ids: readonly number[],
  affected: Readonly<Record<string, number>>,
): Promise<FoundChanges> => {
  await requireReferences(read, ['ids', resources[resource].table, ids])
  const set = createChangeSet()
  const sorted = ids.toSorted((a, b) => a - b)
  for (const page of slices(sorted, recordsPerStatement)) {
    const states = await readStates(read, resource, page)
    await set.add(
      states.map((state) => ({
        ...{ resource, id: state.id, name: nameOfState(resource, state), action: 'delete' },
        changes: findChanges(auditedMembers(state), {}),
      })),
    )
  }
  const { likes, ...others } = affected
  await set.identifyBy([JSON.stringify(others)])
  const changes = set.finish()
  return { changes, entry: { action: 'bulk', record: resource, counts: { deleted: changes.length } } }
}
