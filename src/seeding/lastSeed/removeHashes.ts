import { slices } from '../../base/objects.ts'
import { readReferring } from '../../catalogue/referrers.ts'
import { type Resource, resourceNames, resources } from '../../catalogue/resources.ts'
import type { SeedPlan } from '../plan.ts'
import { pageSize, type Row, readByIds } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import { decisions, formatHashes, hashMember, membersOf, parseHashes } from './recordHashes.ts'

/**
 * Removes what the last seed has noted of records that a seed merges or deletes. What referred to them changes by the seed, and not by people, so
 * what is noted of it changes alike. Call it when the successors of the records are known, and before they are written.
 */
export const removeHashes = async (
  plan: SeedPlan,
  { name }: Resource,
  removedIds: readonly number[],
): Promise<void> => {
  const { read, sections } = plan
  for (const id of removedIds) sections[name].lastSeed.remove(id)
  for (const page of slices(removedIds, pageSize)) {
    const referring = await readReferring(read, name, page)
    for (const other of resourceNames) {
      const ids = new Set(referring.filter((record) => record.name === other).map(({ id }) => id))
      const based = [...ids].filter((id) => sections[other].lastSeed.has(id))
      for (const slice of slices(based, pageSize))
        for (const row of await readByIds(read, resources[other], slice)) updateBase(plan, resources[other], row)
    }
  }
}

const updateBase = (plan: SeedPlan, section: Resource, row: Row): void => {
  const { name } = section
  const { lastSeed } = plan.sections[name]
  const [after = row] = replaceRemovedReferences(plan, section, [{ ...row }])
  const stored = lastSeed.get(row.id) as string // only of records that have one
  const hashes = parseHashes(name, stored)
  for (const [position, member] of membersOf(name).entries()) {
    if (section.targets[member] === undefined) continue
    // What the file says is resolved to the successor, too.
    const hashIn = (state: Row) => hashMember(name, position, state[member] ?? null)
    const [from, to] = [hashIn(row), hashIn(after)]
    if (hashes.file[position] === from) hashes.file[position] = to
    if (hashes.library[position] === from) hashes.library[position] = to
  }
  // What was decided about the record still holds.
  const decision = Object.values(decisions).find((prefix) => stored.startsWith(prefix)) ?? ''
  lastSeed.set(row.id, decision + formatHashes(name, hashes))
}
