import { sql } from 'drizzle-orm'
import type { StoredLink } from '../audit/undoData.ts'
import { yieldIfDue } from '../base/eventLoop.ts'
import { mapValues, slices } from '../base/objects.ts'
import type { Transaction, Writer } from '../library/connection.ts'
import { arrayRows, itemAt } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'
import { type RecordWrite, recordsPerStatement } from './changes/recordWrite.ts'
import { relatedIds } from './members.ts'
import { type Relation, type Resource, type ResourceName, resources } from './resources.ts'

// Writes the links of relations. One statement writes those of many owners: they are a JSON array of arrays in its parameter `rows`.

/** A link to add: the two records, and its instants if it comes back. */
type NewLink = [owner: number, target: number, created_at?: string, updated_at?: string]

const rows = arrayRows('rows')
const pair = sql`${itemAt(0, 'integer')}, ${itemAt(1, 'integer')}`
const now = sql.placeholder('now')

const createStatements = ({ ids, table, owner, target }: Relation) => ({
  ids,
  // Without "where true" SQLite parses "on conflict" as the condition of a join.
  insert: prepared((on: Writer) =>
    on
      .insert(table)
      .select(
        sql`select ${pair}, coalesce(${itemAt(2, 'text')}, ${now}), coalesce(${itemAt(3, 'text')}, ${now}) from ${rows} where true`,
      )
      .onConflictDoNothing()
      .prepare(),
  ),
  delete: prepared((on: Writer) =>
    on.delete(table).where(sql`(${owner}, ${target}) in (select ${pair} from ${rows})`).prepare(),
  ),
})

const statements = mapValues(resources, ({ relations }: Resource) => Object.values(relations).map(createStatements))

/** Writes the links that records get and lose by changes of them. A link that stays keeps its instants. */
export const writeLinks = async (
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  name: ResourceName,
  writes: readonly Pick<RecordWrite, 'id' | 'changes' | 'restored'>[],
): Promise<void> => {
  for (const statement of statements[name]) {
    const { ids } = statement
    const added: NewLink[] = []
    const removed: [number, number][] = []
    for (const { id, changes, restored } of writes) {
      const change = changes[ids]
      if (!change) continue
      const [before, after] = [relatedIds(change.from), relatedIds(change.to)]
      if (before.length === 0 && !restored?.links) {
        for (const target of after) added.push([id, target])
        continue
      }
      const [present, wanted] = [new Set(before), new Set(after)]
      const known = new Map<number, StoredLink>(restored?.links?.[ids]?.map((link) => [link[0], link]))
      for (const target of before) if (!wanted.has(target)) removed.push([id, target])
      for (const target of after)
        if (!present.has(target)) added.push([id, ...(known.get(target) ?? ([target] as [number]))])
    }
    // Others have their turn after a page, but a short write, as nearly all are, waits for nobody.
    for (const page of slices(removed, recordsPerStatement)) {
      await statement.delete(db).run({ rows: JSON.stringify(page) })
      if (page.length === recordsPerStatement) await yieldIfDue()
    }
    for (const page of slices(added, recordsPerStatement)) {
      await statement.insert(db).run({ rows: JSON.stringify(page), now })
      if (page.length === recordsPerStatement) await yieldIfDue()
    }
  }
}
