import { collectGarbage } from '../../base/collectGarbage.ts'
import { compressedPages } from '../../base/compressedPages.ts'
import { fromKeys, mapValues, slices } from '../../base/objects.ts'
import type { IdsInARow, RecordChanges, Removal } from '../../catalogue/changes/changeSet.ts'
import type { RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { type Resource, type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import { withoutDeleted } from '../base/settle.ts'
import type { SeedContext } from '../context.ts'
import { type Entry, nameOf } from '../entries.ts'
import { isEqual } from '../report/diff.ts'
import { pageSize, type Row } from '../rows.ts'

/** The changes of records that the library has, as a seed finds them. */
export class UpdatedRecords {
  private readonly stored = compressedPages<RecordWrite>()
  private page: RecordWrite[] = []
  /** The records that lose or change their keys. */
  readonly keysReleased: number[] = []

  constructor(private readonly section: Resource) {}

  /** @param row - the record as it is in the library */
  add(row: Row, settled: Entry): void {
    const { section } = this
    const changes: RecordWrite['changes'] = {}
    for (const member in settled) {
      const [from, to] = [row[member], settled[member]]
      if (!isEqual(from, to)) changes[bodyMember(section, member)] = { from, to }
    }
    if (changes.key && row.key !== null) this.keysReleased.push(row.id)
    const write = { id: row.id, name: nameOf(section, row), action: 'update' as const, changes }
    if (this.page.push({ resource: section.name, ...write }) === pageSize) this.store()
  }

  *pages(): Generator<RecordWrite[]> {
    this.store()
    yield* this.stored.pages()
  }

  private store(): void {
    this.stored.push(this.page)
    this.page = []
  }
}

/** The name of a member of an entry in a body, where references are ids. */
export const bodyMember = ({ references, relations }: Resource, member: string): string =>
  references[member]?.column.name ?? relations[member]?.ids ?? member

/** What a seed changes. Call it when all sections are reconciled. */
export const toRecordChanges = (context: SeedContext): RecordChanges => {
  const { sections, report } = context
  return {
    removed: fromKeys(resourceNames, (name): Removal[] =>
      sections[name].idsToDelete.map((id) => ({ id, into: sections[name].successorIds.get(id) ?? undefined })),
    ),
    keysReleased: fromKeys(resourceNames, (name) => sections[name].updated.keysReleased),
    createdIds: fromKeys(resourceNames, (name): IdsInARow => {
      const { lastId } = sections[name]
      return { first: lastId + 1, last: lastId + report.sections[name].created }
    }),
    *pages() {
      for (const name of resourceNames) {
        yield* createdPages(context, name)
        yield* sections[name].updated.pages()
      }
    },
  }
}

/** The records that entries create. They are made of the entries, which are in memory, a page at a time. */
function* createdPages(context: SeedContext, name: ResourceName): Generator<RecordWrite[]> {
  const { entryIds, lastId } = context.sections[name]
  const indexes = [...entryIds.keys()].filter((index) => (entryIds[index] as number) > lastId)
  for (const page of slices(indexes, pageSize)) {
    yield page.map((index) => {
      const entry = context.catalogue[name][index] as Entry // Its references are resolved.
      return toCreated(resources[name], entryIds[index] as number, withoutDeleted(context, resources[name], entry))
    })
    collectGarbage()
  }
}

/** The members of a record's entry with their names in a body, and their values where the entry leaves them out. */
const membersOf = mapValues(resources, (section: Resource) => {
  const { id, created_at, updated_at, ...columns } = section.columns
  const members = [...Object.keys(columns), ...Object.keys(section.relations)]
  return members.map((member) => [member, bodyMember(section, member), section.defaults[member] ?? null] as const)
})

export const toCreated = (section: Resource, id: number, entry: Entry): RecordWrite => {
  const changes: RecordWrite['changes'] = {}
  for (const [member, name, value] of membersOf[section.name]) {
    const to = entry[member] === undefined ? value : entry[member]
    if (to !== null) changes[name] = { from: null, to }
  }
  return { resource: section.name, id, name: nameOf(section, entry), action: 'create', changes }
}
