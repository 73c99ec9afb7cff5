import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource } from '../../catalogue/resources.ts'
import { RenamesFound } from '../acceptedRenames.ts'
import { wasKeptDeleted } from '../decide/deletions.ts'
import type { SeedPlan } from '../plan.ts'
import { differs } from '../report/diff.ts'
import type { RenameFinder } from '../report/likelyRenames.ts'
import type { Row } from '../rows.ts'
import type { Pairs } from './pairSection.ts'

/** The number of entries that are looked at before others may run. */
const entriesPerSlice = 100

/**
 * Carries out the likely renames of the last section, once all records are read, so that a nightly seed of moved files needs one run. No other
 * record refers to those of this section.
 * @param unmatched - the records that no entry claims, by id. Those that are renamed are taken out
 * @throws RenamesFound if there are likely renames of other sections, since references of the file may mean other records then, or of tracks that
 * have changed places
 */
export const acceptLateRenames = async (
  plan: SeedPlan,
  finder: RenameFinder,
  section: Resource,
  { differs: differences, libraryKeys, deletedIds }: Pairs,
  unmatched: Map<number, Row>,
): Promise<void> => {
  const { entries, entryIds, directives } = plan.sections[section.name]
  for (const [index, entry] of entries.entries()) {
    if (index % entriesPerSlice === 0) await yieldIfDue()
    const deletedId = deletedIds.get(index)
    const staysDeleted = deletedId !== undefined && wasKeptDeleted(plan, section, deletedId, entry)
    if (directives.removals.has(index) || staysDeleted) continue
    // An id that no record has.
    const id = entryIds[index] || -1 - index
    if (id < 0) finder.addCreated(section, id, index, entry)
    finder.addReferencesAfter(section, id, entry)
  }
  const { likely_renames: renames } = await finder.find(plan.sections)
  if (renames.some((rename) => rename.section !== section.name || rename.likes_stay_with_path))
    throw new RenamesFound(renames)
  for (const { index, id } of renames) {
    const [row, entry] = [unmatched.get(id), entries[index]]
    if (!row || !entry) continue
    unmatched.delete(id)
    entryIds[index] = id
    differences[index] = Number(differs(row, entry))
    if (entry.key === undefined && row.key !== null) libraryKeys.set(index, row.key)
  }
}
