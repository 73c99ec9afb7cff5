import type { Resource } from '../catalogue/resources.ts'
import type { Entry } from './entries.ts'
import type { SectionState, SeedPlan } from './plan.ts'
import { type Row, readByIds } from './rows.ts'

/** The id of the record that a record is merged into, null for one that an entry deletes, and for any other its own. */
export const successorOf = ({ successorIds }: SectionState, id: number): number | null => {
  const successor = successorIds.get(id)
  return successor === undefined ? id : successor
}

/**
 * Replaces references to records that entries merge or delete, as writing that does. It is not written in a preview. Returns the
 * same rows.
 */
export const replaceRemovedReferences = <Values extends Entry>(
  { sections }: SeedPlan,
  { targets }: Resource,
  rows: Values[],
): Values[] => {
  for (const [member, target] of Object.entries(targets)) {
    const state = sections[target]
    if (state.successorIds.size === 0) continue
    for (const row of rows as Entry[]) {
      const value = row[member]
      if (typeof value === 'number') row[member] = successorOf(state, value)
      if (!Array.isArray(value) || !value.some((id) => state.successorIds.has(id))) continue
      const ids = value.map((id) => successorOf(state, id)).filter((id) => id !== null)
      row[member] = [...new Set(ids)].sort((a, b) => a - b)
    }
  }
  return rows
}

/** The records with these ids, in no particular order, without references to records that entries have merged or deleted. */
export const readPresent = async (plan: SeedPlan, section: Resource, ids: readonly number[]): Promise<Row[]> =>
  replaceRemovedReferences(plan, section, await readByIds(plan.read, section, ids))
