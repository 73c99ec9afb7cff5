import { fromKeys } from '../../base/objects.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import { type LongWork, ownWork } from '../../library/longWork.ts'
import type { FoundPeopleChange, PeopleOptions } from '../base/people.ts'
import type { SeedOptions } from '../context.ts'
import type { Row } from '../rows.ts'
import { runSeed } from '../seedCatalogue.ts'
import { type Completion, type Completions, FileMerge, type MergedFile, type MergedText } from './fileMerge.ts'
import { findLostEntries } from './lostEntries.ts'
import { cantName } from './mergedReferences.ts'

export interface MergeOptions extends Pick<SeedOptions, 'prune' | 'acceptedRenames'> {
  /** Add the records that people have added. Those to which written values refer are added in any case. */
  withNew?: boolean
  /** What is written: that which is kept. Without it, all. */
  people?: PeopleOptions
}

/**
 * Writes what people have changed since the last seed into the text of a catalogue file. A seed of the result leaves that as it is. The library
 * is only read.
 *
 * The result is matched once more. An entry that does not find its record gets what it lacks: a member of the identity, and then the key.
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
      for (const { section, index, id, name } of lost) {
        const before = completions[section].get(index)
        if (index < 0 || before === 'key') throw cantName(section, name, id)
        completions[section].set(index, before === undefined ? 'identity' : 'key')
      }
    }
  })

const mergeOnce = async (
  read: Reader,
  text: string,
  { withNew = false, prune = false, acceptedRenames = [], people = { way: 'keep' } }: MergeOptions,
  completions: Completions,
  work: LongWork,
): Promise<MergedText> => {
  const found = fromKeys(resourceNames, (): FoundPeopleChange[] => [])
  const added = fromKeys(resourceNames, () => new Map<number, Row>())
  let merged: MergedText | undefined
  const seedOptions: SeedOptions = {
    prune,
    acceptedRenames,
    people,
    listsKept: true,
    keepsNew: withNew,
    onPeopleChange: (section, change, isKept) => {
      if (!isKept) return
      if (change.kind === 'to_delete' && change.index !== undefined && change.row && (withNew || prune))
        added[section].set(change.id, change.row)
      if (change.index !== undefined) found[section].push(change)
    },
    onUnmatched: (section, row, isNew) => {
      if (isNew ? withNew : prune) added[section].set(row.id, row)
    },
    onReconciled: async (context, file) => {
      merged = await new FileMerge(context, file, completions).merge(found, added)
    },
  }
  await runSeed(text, seedOptions, (seed) => seed(read), work)
  return merged as MergedText // It was reconciled, or an error was thrown.
}
