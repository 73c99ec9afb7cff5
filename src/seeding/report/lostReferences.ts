import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fromKeys, slices } from '../../base/objects.ts'
import { referrersOf } from '../../catalogue/referrers.ts'
import { type Resource, type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds, oneRow } from '../../library/engineSql.ts'
import { likes } from '../../library/likeSchema.ts'
import { prepared } from '../../library/prepared.ts'
import type { SectionState, SeedContext } from '../context.ts'
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

/** The references of a section's records to records that are pruned. They are lost where the entry of the record leaves them as they are. */
export class PrunedReferences {
  private readonly members: { member: string; target: SectionState }[]
  private readonly found: { id: number; member: string; target: SectionState; to: number }[] = []

  constructor(
    private readonly context: SeedContext,
    private readonly section: Resource,
  ) {
    this.members = Object.entries(section.targets).flatMap(([member, name]) => {
      const target = context.sections[name]
      return target.prunedRows.size > 0 ? [{ member, target }] : []
    })
  }

  add(row: Row): void {
    for (const { member, target } of this.members)
      for (const id of [row[member]].flat())
        if (typeof id === 'number' && target.prunedRows.has(id)) this.found.push({ id: row.id, member, target, to: id })
  }

  /** Counts those that are lost. Call it when it is known which records are pruned. */
  count(): number {
    if (this.found.length === 0) return 0
    const { catalogue, sections } = this.context
    const { entryIds, directives } = sections[this.section.name]
    const entries = new Map<number, Record<string, unknown> | undefined>()
    for (const [index, id] of entryIds.entries())
      if (!directives.removals.has(index)) entries.set(id, catalogue[this.section.name][index])
    return this.found.filter(({ id, member, target, to }) => {
      const entry = entries.get(id)
      return entry !== undefined && entry[member] === undefined && !target.neededIds.has(to)
    }).length
  }
}
