import { yieldIfDue } from '../../base/eventLoop.ts'
import { fromKeys } from '../../base/objects.ts'
import { type Resource, resourceNames, resources } from '../../catalogue/resources.ts'
import { createdEntries } from '../apply/recordChanges.ts'
import type { UpdatedRecord } from '../apply/updatedRecords.ts'
import { withoutDeleted } from '../decide/members.ts'
import type { Entry } from '../entries.ts'
import type { SeedPlan } from '../plan.ts'
import { keepTransaction, pageSize } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import { ChangeList } from './changeList.ts'
import { countChanges } from './counts.ts'
import { changedMembers, describeRecord, describeValues } from './describe.ts'
import type { Report, SeedChange } from './report.ts'

/** The report of a plan. */
export const toReport = async (plan: SeedPlan): Promise<Report> => {
  const { read, people, report, warnings, options, file } = plan
  const { listed, found } = people
  // Most seeds find none, and would load the code of the audit trail for nothing.
  if (listed.length > 0) await (await import('./authors.ts')).addAuthors(read, listed)
  return {
    ...report,
    sections: fromKeys(resourceNames, (name) => countChanges(plan, name)),
    ...(options.maxChanges !== undefined && (await listChanges(plan, options.maxChanges))),
    ...(await warnings.locate(file)),
    changed_by_people: listed,
    more_changed_by_people: found.length - listed.length,
  }
}

/** How many records are described before others may run. */
const recordsPerSlice = 100

/** Lists the changes of a plan: at most `max` of each section and action, and what several of them have in common. */
const listChanges = async (plan: SeedPlan, max: number): Promise<Pick<Report, 'changes' | 'omitted' | 'groups'>> => {
  const list = new ChangeList(max)
  let count = 0
  const pause = async () => {
    if (++count % recordsPerSlice === 0) await yieldIfDue()
    if (count % pageSize === 0) await keepTransaction(plan.read)
  }
  for (const name of resourceNames) {
    const [section, state] = [resources[name], plan.sections[name]]
    for (const { row, into } of state.removed) {
      await pause()
      if (into === undefined) list.add({ section: name, action: 'delete' }, () => describeRecord(plan, section, row))
      else
        list.add({ section: name, action: 'merge' }, () => ({
          ...describeRecord(plan, section, row),
          into: state.references.nameOf(into) ?? `id ${into}`,
        }))
    }
    for (const [id, entry] of createdEntries(state)) {
      await pause()
      list.add({ section: name, action: 'create' }, () => describeCreated(plan, section, id, entry))
    }
    for (const page of state.updated.pages())
      for (const record of page) {
        await pause()
        listUpdate(plan, list, section, record)
      }
    for (const row of state.pruned) {
      await pause()
      list.add({ section: name, action: 'delete' }, () => describeRecord(plan, section, row))
    }
  }
  return list.toReport()
}

/** A new record. Its id tells albums apart that share a title. */
const describeCreated = (
  plan: SeedPlan,
  section: Resource,
  id: number,
  entry: Entry,
): Omit<SeedChange, 'section' | 'action'> => {
  const record = withoutDeleted(plan, section, entry)
  return {
    id,
    ...(typeof record.album === 'number' && { album_id: record.album }),
    ...describeRecord(plan, section, record),
    values: describeValues(plan, section, record),
  }
}

const listUpdate = (plan: SeedPlan, list: ChangeList, section: Resource, record: UpdatedRecord): void => {
  const { identified, before, after } = record
  const [row = before] = replaceRemovedReferences(plan, section, [{ ...before }])
  const members = changedMembers(row, after, section, plan)
  const action = section.identity.some((member) => Object.hasOwn(members, member)) ? 'rename' : 'update'
  list.add({ section: section.name, action, members }, () => describeRecord(plan, section, identified))
}
