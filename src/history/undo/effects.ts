import { eq, gt, sql } from 'drizzle-orm'
import { joinChanges } from '../../audit/compareMembers.ts'
import type { Changes } from '../../audit/model.ts'
import type { Restore } from '../../audit/undoData.ts'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { fromKeys, mapValues } from '../../base/objects.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { audit } from '../../library/auditSchema.ts'
import type { Instant } from '../../library/clock.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongIds } from '../../library/engineSql.ts'

// What an action has done to each record: the sum of its entry and its parts.

export interface Effect {
  name: ResourceName
  id: number
  existedBefore: boolean
  existsAfter: boolean
  /** From the values before the action to those after it. */
  changes: Changes
  restore: Restore
  /** When the record was created, if its entry has no values: a seed creates many. */
  createdAt?: Instant
}

/** The effects of an action on records, which may be 100,000: they are read a page at a time. */
export interface Effects {
  /** The ids of the records, in ascending order. */
  ids: Record<ResourceName, number[]>
  /** The paths of the records that were created, and whose entries have no values. */
  createdWithoutValues: ReadonlySet<string>
  read(name: ResourceName, ids: readonly number[]): Promise<Effect[]>
}

/** Whether entries of an action have the old and the new values of their record. That of a merge only names the record that stays. */
export const hasValues = (action: string): boolean => ['create', 'update', 'delete'].includes(action)

type Row = Pick<typeof audit.$inferSelect, 'action' | 'record' | 'changes' | 'restore' | 'created_at'>

const parse = (json: string | null) => (json === null ? undefined : JSON.parse(json))

const pageSize = 1_000

/** How many ids are added while others wait: a fraction of a millisecond. */
const idsPerSlice = 500

/** Reads which records an entry is about, and those of its parts, which follow it. */
async function* readRecords(read: Reader, entryId: number) {
  const { id, part_of, action, record, counts } = audit
  const select = () => read.select({ id, part_of, action, record, counts }).from(audit)
  yield await select().where(eq(id, entryId))
  let after = entryId
  for (;;) {
    const rows = await select().where(gt(id, after)).orderBy(id).limit(pageSize)
    const end = rows.findIndex((row) => row.part_of !== entryId)
    yield end < 0 ? rows : rows.slice(0, end)
    const last = rows.at(-1)
    if (end >= 0 || !last || rows.length < pageSize) return
    after = last.id
  }
}

/** Finds which records an action has changed. */
export const findEffects = async (read: Reader, entryId: number): Promise<Effects> => {
  const entries = fromKeys(resourceNames, () => new Map<number, number[]>())
  const createdWithoutValues = new Set<string>()
  for await (const rows of readRecords(read, entryId)) {
    for (const { id: entry, action, record, counts } of rows) {
      const [kind = '', id] = (record ?? '').split('/')
      const name = resourceNames.find((resource) => resource === kind)
      if (!name || !hasValues(action)) continue
      const { first = 1, last = 0 } = id === undefined ? parse(counts) : { first: Number(id), last: Number(id) }
      for (let recordId = first; recordId <= last; recordId++) {
        if (recordId % idsPerSlice === 0) await yieldIfDue()
        entries[name].getOrInsertComputed(recordId, () => []).push(entry)
        if (id === undefined) createdWithoutValues.add(`${name}/${recordId}`)
      }
    }
  }
  return {
    ids: mapValues(entries, (byId) => [...byId.keys()].sort((a, b) => a - b)),
    createdWithoutValues,
    read: (name, ids) => readEffects(read, name, new Map(ids.map((id) => [id, entries[name].get(id) ?? []]))),
  }
}

/** @param entries - about each record, in their order */
const readEffects = async (read: Reader, name: ResourceName, entries: ReadonlyMap<number, number[]>) => {
  const { id, action, record, changes, restore, created_at } = audit
  const entryIds = JSON.stringify([...new Set([...entries.values()].flat())])
  const rows = await read
    .select({ id, action, record, changes, restore, created_at })
    .from(audit)
    .where(isAmongIds(id, sql`${entryIds}`))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...entries]
    .map(([recordId, own]) => own.map((entry) => effectOf(name, recordId, byId.get(entry) as Row)).reduce(join)) // they are in the same snapshot
    .filter(({ existedBefore, existsAfter }) => existedBefore || existsAfter)
}

const effectOf = (name: ResourceName, id: number, row: Row): Effect => ({
  name,
  id,
  existedBefore: row.action !== 'create',
  existsAfter: row.action !== 'delete',
  changes: parse(row.changes) ?? {},
  restore: parse(row.restore) ?? {},
  ...(row.record === name && { createdAt: row.created_at }),
})

/** The effect of two changes of a record. */
const join = (former: Effect, later: Effect): Effect => ({
  ...former,
  existsAfter: later.existsAfter,
  changes: joinChanges(former.changes, later.changes),
  restore: joinRestores(former.restore, later.restore),
})

/** What was there before the earlier one of two changes. */
const joinRestores = (former: Restore, later: Restore): Restore => {
  const links = { ...later.links }
  for (const [ids, stored] of Object.entries(former.links ?? {})) links[ids] = joinById(stored, links[ids] ?? [])
  const likes = joinById(former.likes ?? [], later.likes ?? [])
  return { ...later, ...former, links, likes }
}

const joinById = <Stored extends [number, ...unknown[]]>(
  former: readonly Stored[],
  later: readonly Stored[],
): Stored[] => [...new Map([...later, ...former].map((stored) => [stored[0], stored])).values()]
