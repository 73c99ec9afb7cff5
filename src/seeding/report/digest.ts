import { mapValues } from '../../base/objects.ts'
import { digestLineOf, type RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { createDigest } from '../../validation/digest.ts'
import { toRecordChanges } from '../apply/recordChanges.ts'
import { nameOf } from '../entries.ts'
import type { RemovedRecord, SeedPlan } from '../plan.ts'
import { keepTransaction } from '../rows.ts'
import type { Report } from './report.ts'

/**
 * The digest of all that a plan changes, also of what its report leaves out, and of the changes by people.
 * @param request - what the plan was asked for
 */
export const digestOf = async (plan: SeedPlan, report: Report, request: unknown): Promise<string> => {
  const digest = createDigest()
  const { sections, likes_deleted, lost_likes, references_cleared, likes_moved, references_moved } = report
  const counts = { sections, likes_deleted, lost_likes, references_cleared, likes_moved, references_moved }
  await digest.add([JSON.stringify(request), JSON.stringify(counts)])
  for (const page of plan.people.found.pages()) await digest.add(page.map((change) => JSON.stringify(change)))
  for await (const page of toRecordChanges(plan).pages()) {
    await digest.add(page.map((write) => digestLineOf(withPlaces(plan, write))))
    await keepTransaction(plan.read)
  }
  for (const name of resourceNames) {
    const { removed, pruned } = plan.sections[name]
    const deleted = [...removed, ...pruned.map((row): RemovedRecord => ({ row, into: undefined }))]
    await digest.add(deleted.map(({ row, into }) => JSON.stringify([name, row.id, nameOf(resources[name], row), into])))
  }
  return digest.toHex()
}

/** A write with the places of new records, below 0, in place of ids: others may be created before the seed. */
const withPlaces = ({ sections }: SeedPlan, write: RecordWrite): RecordWrite => {
  const { resource, id, changes } = write
  const placeOf = (name: ResourceName, of: number) => (of > sections[name].lastId ? sections[name].lastId - of : of)
  const { targetsOfIds } = resources[resource]
  return {
    ...write,
    id: placeOf(resource, id),
    changes: mapValues(changes, ({ from, to }, member) => {
      const target = targetsOfIds[member]
      if (!target) return { from, to }
      return { from, to: Array.isArray(to) ? to.map((of) => placeOf(target, of)) : placeOf(target, Number(to)) }
    }),
  }
}
