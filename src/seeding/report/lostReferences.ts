import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fromKeys, slices } from '../../base/objects.ts'
import { referrersOf } from '../../catalogue/referrers.ts'
import { type Resource, type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds, oneRow } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { prepared } from '../../library/prepared.ts'
import type { SeedPlan } from '../plan.ts'
import { pageSize, type Row } from '../rows.ts'

// What refers to records that are merged or deleted. It is counted before these are.

const countRows = (table: SQLWrapper, column: SQLWrapper): SQL =>
  sql`(select count(*) from ${table} where ${isAmongIds(column, 'ids')})`

const prepareCount = (counts: SQL[]) =>
  prepared((on) =>
    on
      .select({ count: sql<number>`${sql.join([sql`0`, ...counts], sql` + `)}` })
      .from(oneRow)
      .prepare(),
  )

const referenceCounts = fromKeys(resourceNames, (name) =>
  prepareCount(referrersOf(name).map(({ table, column }) => countRows(table, column))),
)
const likeCount = prepareCount([countRows(likes, likes.track_id)])

const countPages = async (read: Reader, count: typeof likeCount, ids: readonly number[]): Promise<number> => {
  let total = 0
  for (const page of slices(ids, pageSize)) total += (await count(read).get({ ids: JSON.stringify(page) }))?.count ?? 0
  return total
}

/** Counts the references to records of a section. */
export const countReferences = (read: Reader, name: ResourceName, ids: readonly number[]): Promise<number> =>
  countPages(read, referenceCounts[name], ids)

export const countLikes = (read: Reader, trackIds: readonly number[]): Promise<number> =>
  countPages(read, likeCount, trackIds)

/** A reference to a record that is pruned. */
export interface PrunedReference {
  to: { name: ResourceName; id: number }
}

/** The references of a section's records to records that are pruned. */
export class PrunedReferences {
  private readonly members: (readonly [member: string, target: ResourceName])[]
  private readonly found: (PrunedReference & { id: number; member: string })[] = []

  constructor(
    private readonly plan: SeedPlan,
    private readonly section: Resource,
  ) {
    this.members = Object.entries(section.targets).filter(([, name]) => plan.sections[name].prunedRows.size > 0)
  }

  add(row: Row): void {
    for (const [member, name] of this.members)
      for (const id of [row[member]].flat())
        if (typeof id === 'number' && this.plan.sections[name].prunedRows.has(id))
          this.found.push({ id: row.id, member, to: { name, id } })
  }

  /** Those of members on which the entry of the record says nothing: their values would stay. Call it when the entries have their records. */
  findUnsaid(): PrunedReference[] {
    if (this.found.length === 0) return []
    const { catalogue, sections } = this.plan
    const { entryIds, directives } = sections[this.section.name]
    const entries = new Map<number, Record<string, unknown> | undefined>()
    for (const [index, id] of entryIds.entries())
      if (!directives.removals.has(index)) entries.set(id, catalogue[this.section.name][index])
    return this.found.filter(({ id, member }) => {
      const entry = entries.get(id)
      return entry !== undefined && entry[member] === undefined
    })
  }
}
