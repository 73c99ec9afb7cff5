import type { Resource } from '../../catalogue/resources.ts'
import { type Entry, identityOf } from '../entries.ts'
import type { SeedPlan } from '../plan.ts'
import { differs } from '../report/diff.ts'
import type { Row } from '../rows.ts'
import type { Candidates } from './candidates.ts'
import type { Claim } from './claims.ts'
import type { EntryIndex } from './entryIndex.ts'

/** The entries of a section and the records that they may have, while all records of the section are read. */
export interface Pairing {
  plan: SeedPlan
  section: Resource
  /** The entries, with ids in place of references. */
  entries: readonly Entry[]
  entryIndex: EntryIndex
  candidates: Candidates
  /** Called with each record that its entry describes exactly, and changes. */
  onReplaced: (index: number, row: Row, entry: Entry) => void
  /** Returns a function that finds the entry that a record was the one of at the last seed. Few seeds need it. */
  indexLastSeed: () => Promise<(id: number) => number | undefined>
  /** Called with each record that no entry claims. */
  onUnmatched: (row: Row) => void
}

/** Adds a record to the candidates of the entries that describe it as it is. Returns whether there are any. */
export const addDescribed = (pairing: Pairing, row: Row): boolean => {
  const { plan, section, entries } = pairing
  const { removals } = plan.sections[section.name].directives
  const indexes = findDescribing(pairing, row)
  for (const index of indexes) {
    const isExact = removals.has(index) || (entries[index]?.key === undefined) === (row.key === null)
    addCandidate(pairing, index, isExact ? 'exact' : row.key === null ? 'newKey' : 'libraryKey', row)
  }
  return indexes.length > 0
}

const addCandidate = ({ entries, candidates, onReplaced }: Pairing, index: number, claim: Claim, row: Row): void => {
  const entry = entries[index] as Entry // The index is that of an entry.
  const isChanged = differs(row, entry)
  candidates.add(index, { id: row.id, claim, differs: isChanged, row })
  if (isChanged && claim === 'exact') onReplaced(index, row, entry)
}

/** A removal also describes its record by what that referred to before the same file merged or deleted it. */
const findDescribing = ({ plan, section, entryIndex }: Pairing, row: Row): readonly number[] => {
  const { referencesBeforeRemoval, directives } = plan.sections[section.name]
  const former = referencesBeforeRemoval.get(row.id)
  const removal = former && entryIndex.findKeyless(row, identityOf(section, { ...row, ...former }))
  if (removal !== undefined && directives.removals.has(removal)) return [removal]
  return entryIndex.findDescribing(row, identityOf(section, row))
}

/** Adds a record that no entry describes to the candidates of the entry whose record it was, if there is any. */
export const addFormer = async (pairing: Pairing, row: Row): Promise<void> => {
  const { plan, section, entryIndex } = pairing
  const hasLastSeed = plan.sections[section.name].lastSeed.has(row.id)
  const atLastSeed = hasLastSeed ? (await pairing.indexLastSeed())(row.id) : undefined
  const found = entryIndex.findFormer(row, identityOf(section, row), atLastSeed)
  if (found) addCandidate(pairing, ...found, row)
  else pairing.onUnmatched(row)
}
