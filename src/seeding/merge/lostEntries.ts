import { OperationalError } from '../../base/errors.ts'
import { type ResourceName, resourceNames, resources } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import type { LongWork } from '../../library/longWork.ts'
import { type Entry, nameOf } from '../entries.ts'
import { findPlan } from '../findPlan.ts'

import type { SeedOptions } from '../options.ts'
import { createPlan } from '../plan.ts'
import { ProblemList, pointerOf } from '../read/problems.ts'

import { readCatalogue } from '../read/readCatalogue.ts'
import { FileText } from '../read/text.ts'

/** An entry of a merged file. */
export interface MergedEntry {
  /** The index in the file before it was merged; -1 for one that was added. */
  index: number
  /** The id of its record. One that it creates has an id that the library does not have; a removal without a record has 0. */
  id: number
}

interface LostEntry extends MergedEntry {
  section: ResourceName
  name: string
  /** Whether its `formerly` means another record than its own. */
  isFormerly: boolean
}

/**
 * Matches the entries of a merged file.
 * @returns those that do not find the record that they had before, or that would be another one by `formerly`; undefined if there are none
 * @throws OperationalError if the file has other problems
 */
export const findLostEntries = async (
  read: Reader,
  text: string,
  entries: Record<ResourceName, readonly MergedEntry[]>,
  {
    prune = false,
    acceptedRenames = [],
    people = { way: 'keep' },
  }: Pick<SeedOptions, 'prune' | 'acceptedRenames' | 'people'>,
  work: LongWork,
): Promise<LostEntry[] | undefined> => {
  const problems = new ProblemList()
  const file = new FileText(text)
  const catalogue = await readCatalogue(file, problems, work)
  const renames = acceptedRenames.flatMap((rename) => {
    const index = entries[rename.section].findIndex((entry) => entry.index === rename.index)
    return index < 0 ? [] : [{ ...rename, index }]
  })
  const options = { prune, acceptedRenames: renames, people }
  const plan = await createPlan(read, { file, catalogue, problems }, options)
  await findPlan(plan)
  const pointers = new Set(problems.problems.map(({ pointer }) => pointer))
  const lost = resourceNames.flatMap((section) =>
    entries[section].flatMap((entry, position): LostEntry[] => {
      const { entryIds, lastId, entries: found } = plan.sections[section]
      // Which id a new record gets depends on how many there are.
      const [before = 0, after = 0] = [entry.id, entryIds[position]].map((id = 0) => Math.min(id, lastId + 1))
      const isProblem = pointers.has(pointerOf(section, position, 'formerly'))
      if (before === after && !isProblem) return []
      const isFormerly = isProblem || before > lastId
      const name = nameOf(resources[section], found[position] as Entry) // The position is that of an entry.
      return [{ ...entry, section, name, isFormerly }]
    }),
  )
  if (lost.length > 0) return lost
  const [problem] = problems.problems
  if (problem)
    throw new OperationalError(`The merged file would have a problem at ${problem.pointer}: ${problem.sentence}`)
}
