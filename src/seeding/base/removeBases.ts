import { slices } from '../../base/objects.ts'
import { readReferring } from '../../catalogue/referrers.ts'
import { type Resource, resourceNames, resources } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import { pageSize, type Row, readByIds } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import { decisions, formatBase, hashMember, membersOf, parseBase } from './recordBase.ts'

/**
 * Removes the bases of records that a seed merges or deletes. What referred to them changes by the seed, and not by people, so its bases
 * change alike. Call it when the successors of the records are known, and before they are written.
 */
export const removeBases = async (
  context: SeedContext,
  { name }: Resource,
  removedIds: readonly number[],
): Promise<void> => {
  const { read, sections } = context
  for (const id of removedIds) sections[name].bases.remove(id)
  for (const page of slices(removedIds, pageSize)) {
    const referring = await readReferring(read, name, page)
    for (const other of resourceNames) {
      const ids = new Set(referring.filter((record) => record.name === other).map(({ id }) => id))
      const based = [...ids].filter((id) => sections[other].bases.has(id))
      for (const slice of slices(based, pageSize))
        for (const row of await readByIds(read, resources[other], slice)) updateBase(context, resources[other], row)
    }
  }
}

const updateBase = (context: SeedContext, section: Resource, row: Row): void => {
  const { name } = section
  const { bases } = context.sections[name]
  const [after = row] = replaceRemovedReferences(context, section, [{ ...row }])
  const stored = bases.get(row.id) as string // only of records that have one
  const base = parseBase(name, stored)
  for (const [position, member] of membersOf(name).entries()) {
    if (section.targets[member] === undefined) continue
    // What the file says is resolved to the successor, too.
    const [from, to] = [row, after].map((state) => hashMember(name, position, state[member] as never)) as [
      number,
      number,
    ]
    if (base.file[position] === from) base.file[position] = to
    if (base.library[position] === from) base.library[position] = to
  }
  // What was decided about the record still holds.
  const decision = Object.values(decisions).find((prefix) => stored.startsWith(prefix)) ?? ''
  bases.set(row.id, decision + formatBase(name, base))
}
