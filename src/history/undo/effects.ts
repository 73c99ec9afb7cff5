import { eq, gt } from 'drizzle-orm'
import type { Changes } from '../../audit/model.ts'
import type { Restore } from '../../audit/restore.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { audit } from '../../library/auditSchema.ts'
import type { Instant } from '../../library/clock.ts'
import type { Reader } from '../../library/connection.ts'

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

/** Whether entries of an action have the old and the new values of their record. That of a merge only names the record that stays. */
export const hasValues = (action: string): boolean => ['create', 'update', 'delete'].includes(action)

type Row = typeof audit.$inferSelect

const parse = (json: string | null) => (json === null ? undefined : JSON.parse(json))

const pageSize = 1_000

/** Reads the row of an entry and those of its parts, which follow it. */
async function* readRows(read: Reader, id: number): AsyncGenerator<Row[]> {
  yield await read.select().from(audit).where(eq(audit.id, id))
  let after = id
  for (;;) {
    const rows = await read.select().from(audit).where(gt(audit.id, after)).orderBy(audit.id).limit(pageSize)
    const end = rows.findIndex(({ part_of }) => part_of !== id)
    yield end < 0 ? rows : rows.slice(0, end)
    const last = rows.at(-1)
    if (end >= 0 || !last || rows.length < pageSize) return
    after = last.id
  }
}

/** Reads what an action has done to records. */
export const readEffects = async (read: Reader, id: number): Promise<Effect[]> => {
  const effects = new Map<string, Effect>()
  for await (const rows of readRows(read, id)) {
    for (const row of rows) for (const effect of effectsOf(row)) add(effects, effect)
  }
  return [...effects.values()].filter(({ existedBefore, existsAfter }) => existedBefore || existsAfter)
}

const effectsOf = ({ action, record, changes, counts, restore, created_at }: Row): Effect[] => {
  const [kind = '', id] = (record ?? '').split('/')
  const name = resourceNames.find((resource) => resource === kind)
  if (!name || !hasValues(action)) return []
  const effect = {
    name,
    existedBefore: action !== 'create',
    existsAfter: action !== 'delete',
    changes: (parse(changes) ?? {}) as Changes, // as the store has written it, and so below
    restore: (parse(restore) ?? {}) as Restore,
  }
  if (id !== undefined) return [{ ...effect, id: Number(id) }]
  const { first = 1, last = 0 } = parse(counts) as { first: number; last: number }
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    ...effect,
    id: first + index,
    createdAt: created_at,
  }))
}

const add = (effects: Map<string, Effect>, later: Effect) => {
  const key = `${later.name}/${later.id}`
  const former = effects.get(key)
  if (!former) return effects.set(key, later)
  const changes: Changes = { ...former.changes }
  for (const [member, { from, to }] of Object.entries(later.changes))
    changes[member] = { from: member in former.changes ? former.changes[member]?.from : from, to }
  return effects.set(key, {
    ...former,
    existsAfter: later.existsAfter,
    changes,
    restore: join(former.restore, later.restore),
  })
}

/** What was there before the earlier one of two changes. */
const join = (former: Restore, later: Restore): Restore => {
  const links = { ...later.links }
  for (const [ids, stored] of Object.entries(former.links ?? {})) links[ids] = joinById(stored, links[ids] ?? [])
  const likes = joinById(former.likes ?? [], later.likes ?? [])
  return { ...later, ...former, links, likes }
}

const joinById = <Stored extends [number, ...unknown[]]>(
  former: readonly Stored[],
  later: readonly Stored[],
): Stored[] => [...new Map([...later, ...former].map((stored) => [stored[0], stored])).values()]
