import { fromKeys } from '../../base/objects.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { SeedPlan, StoredPeopleChange } from '../plan.ts'
import { type Row, readByIds } from '../rows.ts'
import { replaceRemovedReferences } from '../successors.ts'
import type { MergedReferences } from './mergedReferences.ts'

/**
 * Adds the records to which written values refer, if the file has no entry of them: with `prune`, it could not name them. Without it, those that no seed
 * has had: others may be in another file.
 * @param found - the changes by people that are written
 * @param added - the records that are added to the file
 */
export const addNeededRecords = async (
  plan: SeedPlan,
  references: MergedReferences,
  found: Record<ResourceName, StoredPeopleChange[]>,
  added: Record<ResourceName, Map<number, Row>>,
): Promise<void> => {
  const { read, sections, options } = plan
  const needed = fromKeys(resourceNames, () => new Set<number>())
  // Records refer to those of sections before their own.
  for (const name of resourceNames.toReversed()) {
    const section = resources[name]
    const isMissing = (id: number) =>
      !references.isDescribed(name, id) && !added[name].has(id) && (options.prune || !sections[name].lastSeed.has(id))
    const rows = await readByIds(read, section, [...needed[name]].filter(isMissing))
    for (const row of replaceRemovedReferences(plan, section, rows)) added[name].set(row.id, row)
    const values = found[name].flatMap(({ kind, member, library }) =>
      kind === 'changed' && member !== undefined ? [[member, library] as const] : [],
    )
    for (const row of added[name].values()) values.push(...Object.entries(row))
    for (const [member, value] of values) {
      const target = section.targets[member]
      if (target) for (const id of [value].flat()) if (typeof id === 'number') needed[target].add(id)
    }
  }
}
