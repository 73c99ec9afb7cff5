import { fromKeys, slices } from '../../base/objects.ts'
import { type Resource, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import { type LongWork, ownWork } from '../../library/longWork.ts'
import type { PeopleOptions, SeedOptions } from '../options.ts'
import type { SeedPlan, StoredPeopleChange } from '../plan.ts'
import { pageSize, type Row, readByIds } from '../rows.ts'
import { withPlan } from '../seedCatalogue.ts'
import { replaceRemovedReferences } from '../successors.ts'
import { type Completion, type Completions, FileMerge, type MergedFile, type MergedText } from './fileMerge.ts'
import { findLostEntries } from './lostEntries.ts'
import { cantName } from './mergedReferences.ts'

export interface MergeOptions extends Pick<SeedOptions, 'prune' | 'acceptedRenames' | 'likelyRenames'> {
  /** Add the records that people have added. Those to which written values refer are added in any case. */
  withNew?: boolean
  /** What is written: that which is kept. Without it, all. */
  people?: PeopleOptions
}

/**
 * Writes what people have changed since the last seed into the text of a catalogue file. A seed of the result leaves that as it is. The library
 * is only read.
 *
 * The result is matched once more. An entry that does not find its record gets what it lacks: a member of the identity, and then the key. It loses a
 * `formerly` that means another record.
 * @throws InvalidCatalogue; OperationalError if a record can't be named in the file
 */
export const mergeIntoFile = (
  { longSnapshot }: Pick<Database, 'longSnapshot'>,
  text: string,
  options: MergeOptions = {},
  work: LongWork = ownWork,
): Promise<MergedFile> =>
  longSnapshot(work, async (read) => {
    const completions = fromKeys(resourceNames, () => new Map<number, Completion>())
    for (;;) {
      const { entries, ...merged } = await mergeOnce(read, text, options, completions, work)
      const lost = await findLostEntries(read, merged.text, entries, options, work)
      if (!lost) return merged
      for (const { section, index, id, name, isFormerly } of lost) {
        const before = completions[section].get(index)
        const completion = isFormerly ? 'withoutFormerly' : before === undefined ? 'identity' : 'key'
        if (index < 0 || before === completion || before === 'withoutFormerly') throw cantName(section, name, id)
        completions[section].set(index, completion)
      }
    }
  })

const mergeOnce = (
  read: Reader,
  text: string,
  { withNew = false, people = { way: 'keep' }, ...others }: MergeOptions,
  completions: Completions,
  work: LongWork,
): Promise<MergedText> => {
  const options: SeedOptions = { ...others, people, listsKept: true, keepsNew: withNew }
  return withPlan(text, options, work, async (makePlan) => {
    const plan = await makePlan(read)
    const found = fromKeys(resourceNames, (): StoredPeopleChange[] => [])
    for (const page of plan.people.found.pages())
      for (const change of page) if (change.isKept && change.index !== undefined) found[change.section].push(change)
    const added = fromKeys(resourceNames, () => new Map<number, Row>())
    for (const name of resourceNames) added[name] = await readAdded(plan, resources[name], found[name])
    return await new FileMerge(plan, completions).merge(found, added)
  })
}

/** Reads the records that the file does not have, and gets. */
const readAdded = async (
  plan: SeedPlan,
  section: Resource,
  kept: readonly StoredPeopleChange[],
): Promise<Map<number, Row>> => {
  const { prune, keepsNew: withNew } = plan.options
  const { unmatchedIds, lastSeed, prunedRows, neededIds } = plan.sections[section.name]
  const isAdded = (id: number) => (lastSeed.has(id) ? prune : withNew)
  const ids = [
    ...unmatchedIds.filter(isAdded),
    ...kept.flatMap(({ kind, id }) => (kind === 'to_delete' && (withNew || prune) ? [id] : [])),
    ...[...prunedRows.keys()].filter((id) => neededIds.has(id) && isAdded(id)),
  ]
  const rows = new Map<number, Row>()
  for (const page of slices(ids, pageSize))
    for (const row of replaceRemovedReferences(plan, section, await readByIds(plan.read, section, page)))
      rows.set(row.id, row)
  return new Map(ids.flatMap((id) => rows.get(id) ?? []).map((row) => [row.id, row]))
}
