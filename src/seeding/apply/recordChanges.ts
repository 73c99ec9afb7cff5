import { collectGarbage } from '../../base/collectGarbage.ts'
import { fromKeys, mapValues } from '../../base/objects.ts'
import type { IdsInARow, RecordChanges, Removal } from '../../catalogue/changes/changeSet.ts'
import type { RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { withoutDeleted } from '../decide/members.ts'
import { type Entry, nameOf } from '../entries.ts'
import type { SectionState, SeedPlan } from '../plan.ts'
import { pageSize } from '../rows.ts'
import type { UpdatedRecord } from './updatedRecords.ts'

/** The name of a member of an entry in a body, where references are ids. */
export const bodyMember = ({ references, relations }: Resource, member: string): string =>
  references[member]?.column.name ?? relations[member]?.ids ?? member

/** The members of entries with their names in a body, and their values where an entry leaves them out. */
const members = mapValues(resources, (section: Resource) => {
  const { id, key, created_at, updated_at, ...columns } = section.columns
  return ['key', ...Object.keys(columns), ...Object.keys(section.relations)].map((member) => ({
    member,
    name: bodyMember(section, member),
    value: section.defaults[member] ?? null,
  }))
})

/** What a plan changes, for the writer of all changes. */
export const toRecordChanges = (plan: SeedPlan): RecordChanges => {
  const { sections } = plan
  return {
    removed: fromKeys(resourceNames, (name): Removal[] => [
      ...sections[name].removed.map(({ row, into }) => ({ id: row.id, into })),
      ...sections[name].pruned.map(({ id }) => ({ id })),
    ]),
    keysReleased: fromKeys(resourceNames, (name) => sections[name].updated.keysReleased),
    createdIds: fromKeys(resourceNames, (name): IdsInARow => {
      const { lastId, createdCount } = sections[name]
      return { first: lastId + 1, last: lastId + createdCount }
    }),
    *pages() {
      for (const name of resourceNames) {
        yield* createdPages(plan, name)
        for (const page of sections[name].updated.pages()) {
          yield page.map((record) => toUpdate(resources[name], record))
          collectGarbage()
        }
      }
    },
  }
}

/** The entries that create records, with the ids of these. */
export function* createdEntries({ entries, entryIds, lastId }: SectionState): Generator<[id: number, entry: Entry]> {
  for (const [index, entry] of entries.entries()) {
    const id = entryIds[index] as number // each entry has one
    if (id > lastId) yield [id, entry]
  }
}

/** The records that entries create. They are made of the entries, which are in memory, a page at a time. */
function* createdPages(plan: SeedPlan, name: ResourceName): Generator<RecordWrite[]> {
  const section = resources[name]
  let page: RecordWrite[] = []
  for (const [id, entry] of createdEntries(plan.sections[name])) {
    page.push(toCreated(section, id, withoutDeleted(plan, section, entry)))
    if (page.length < pageSize) continue
    yield page
    page = []
    collectGarbage()
  }
  if (page.length > 0) yield page
}

const toUpdate = (section: Resource, { id, identified, before, after }: UpdatedRecord): RecordWrite => {
  const changes: RecordWrite['changes'] = {}
  for (const { member, name } of members[section.name])
    if (member in after) changes[name] = { from: before[member], to: after[member] }
  return { resource: section.name, id, name: nameOf(section, identified), action: 'update', changes }
}

export const toCreated = (section: Resource, id: number, entry: Entry): RecordWrite => {
  const changes: RecordWrite['changes'] = {}
  for (const { member, name, value } of members[section.name]) {
    const to = entry[member] === undefined ? value : entry[member]
    if (to !== null) changes[name] = { from: null, to }
  }
  return { resource: section.name, id, name: nameOf(section, entry), action: 'create', changes }
}
