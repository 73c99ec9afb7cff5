import { mapValues } from '../../base/objects.ts'
import type { Resource, Value } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'
import {
  decisions,
  formatAgreement,
  formatHashes,
  hashMember,
  hashRecord,
  isAgreement,
  isDecided,
  membersOf,
  parseHashes,
  type RecordHashes,
} from '../lastSeed/recordHashes.ts'
import type { SectionState, SeedPlan } from '../plan.ts'
import { isEqual } from '../report/diff.ts'
import type { Row } from '../rows.ts'
import { addNeeded } from './deletions.ts'
import { addPeopleChange } from './people.ts'

// What an entry does to a record. Each member is compared three ways: what the file says and what the library has, each with what it was at
// the last seed. The result is noted for the next seed.

/** The hashes of a member. */
interface Compared {
  /** At the last seed: what the file said, -1 for nothing, and what the library had after it. */
  said: number
  had: number
  /** Now. */
  says: number
  has: number
}

/**
 * What a member gets in which a record differs from its entry.
 * - `file`: what the file says, since only the file has changed it.
 * - `stays`: what it has. It was kept by an earlier seed, and nobody has changed it since.
 * - `asks`: people have changed it, or it was kept and the file has changed it since. It has to be decided.
 */
export const compareMember = ({ said, had, says, has }: Compared): 'file' | 'stays' | 'asks' => {
  const wasKept = said >= 0 && said !== had
  if (had !== has) return 'asks'
  if (!wasKept) return 'file'
  return said === says ? 'stays' : 'asks'
}

/** Notes a record that has what its entry says. */
export const noteAgreement = (
  { sections }: SeedPlan,
  { name }: Resource,
  { index, id }: { index: number; id: number },
  entry: Entry,
): void => {
  const { lastSeed } = sections[name]
  const stored = lastSeed.get(id) as string // A record that no seed has noted is decided.
  const decision = decisionOn(sections[name], index)
  if (decision === '' && isAgreement(name, entry, stored)) return
  const hashes = parseHashes(name, stored)
  // The record may have been restored, or its entry.
  let isChanged = !stored.startsWith(decision) || (decision === '' && isDecided(stored))
  for (const [position, member] of membersOf(name).entries()) {
    const value = entry[member]
    if (value === undefined) continue
    const hash = hashMember(name, position, value)
    if (hashes.file[position] === hash && hashes.library[position] === hash) continue
    setMember(hashes, position, hash, hash)
    isChanged = true
  }
  if (isChanged) lastSeed.set(id, decision + formatHashes(name, hashes))
}

/** What is noted of the record of an entry before its hashes. */
const decisionOn = ({ directives }: SectionState, index: number): string =>
  directives.formers.has(index) ? decisions.renamed : ''

/** Notes a record that an entry creates. @returns what it creates: the entry without references to records that stay deleted */
export const noteCreated = (
  plan: SeedPlan,
  section: Resource,
  { index, id }: { index: number; id: number },
  entry: Entry,
): Entry => {
  const { name } = section
  const created = withoutDeleted(plan, section, entry)
  const decision = decisionOn(plan.sections[name], index)
  if (created === entry) {
    plan.sections[name].lastSeed.set(id, decision + formatAgreement(name, entry))
    return entry
  }
  const hashes = hashRecord(name, created)
  for (const [position, member] of membersOf(name).entries()) {
    const value = entry[member]
    if (value !== undefined) hashes.file[position] = hashMember(name, position, value)
  }
  plan.sections[name].lastSeed.set(id, decision + formatHashes(name, hashes))
  return created
}

/**
 * Decides about each member in which a record differs from its entry, and notes the result.
 * @param row - the record as it is in the library
 * @returns the entry with the values that the record gets or keeps
 */
export const decideMembers = (plan: SeedPlan, section: Resource, index: number, row: Row, entry: Entry): Entry => {
  const { name } = section
  const { lastSeed } = plan.sections[name]
  const stored = lastSeed.get(row.id)
  const hashes = stored === undefined ? hashRecord(name, row) : parseHashes(name, stored)
  const decided = { ...entry }
  let isUnknown = false
  for (const [position, member] of membersOf(name).entries()) {
    const value = entry[member]
    if (value === undefined) continue
    const present = row[member] as Value // a record has all members
    const [says, has] = [hashMember(name, position, value), hashMember(name, position, present)]
    const target = withoutDeletedIds(plan, section, member, value)
    decided[member] = target
    // The library may have a name as another program has composed its characters. A seed stores the normal form.
    if (!isEqual(present, target) && has !== says) {
      if (stored === undefined) isUnknown = true
      else {
        const [said, had] = [hashes.file[position] as number, hashes.library[position] as number] // a hash for each member
        const compared = withoutDeletion(plan, section, { member, position, value }, { said, had, says, has })
        const outcome = compareMember(compared)
        const isReported = outcome === 'asks' || (outcome === 'stays' && plan.options.listsKept)
        if (outcome === 'stays' && !isReported) plan.report.kept_before++
        const isConflict = compared.said !== compared.says
        const change = { kind: 'changed', id: row.id, index, member, row, entry, isConflict } as const
        if (isReported ? addPeopleChange(plan, section, change) : outcome === 'stays') {
          decided[member] = present
          addNeeded(plan, section, { [member]: present })
        }
      }
    }
    setMember(hashes, position, says, hashMember(name, position, decided[member]))
  }
  lastSeed.set(row.id, decisionOn(plan.sections[name], index) + formatHashes(name, hashes))
  if (isUnknown) plan.report.without_base++
  return decided
}

/**
 * The hashes of a member as if the records that the seed creates again, since people have deleted them, had the ids that they had. Their deletion has
 * changed what refers to them, too: that is decided already.
 */
const withoutDeletion = (
  { sections }: SeedPlan,
  { name, targets }: Resource,
  { member, position, value }: { member: string; position: number; value: Value },
  { said, had, says, has }: Compared,
): Compared => {
  const target = targets[member]
  const idsBefore = target && sections[target].idsBeforeDeletion
  if (!idsBefore || ![value].flat().some((id) => idsBefore.has(Number(id)))) return { said, had, says, has }
  const [before, rest] = Array.isArray(value)
    ? [value.map((id) => idsBefore.get(id) ?? id).sort((a, b) => a - b), value.filter((id) => !idsBefore.has(id))]
    : [idsBefore.get(Number(value)) as number, null]
  const saysBefore = hashMember(name, position, before)
  const isByDeletion = said === saysBefore && hashMember(name, position, rest) === has
  return { said, had, says: saysBefore, has: isByDeletion ? had : has }
}

const setMember = (hashes: RecordHashes, position: number, file: number, library: number) => {
  hashes.file[position] = file
  hashes.library[position] = library
}

/** The value of a member without references to records that people have deleted, and that stay deleted. */
export const withoutDeletedIds = (
  { sections }: SeedPlan,
  { targets }: Resource,
  member: string,
  value: Value,
): Value => {
  const target = targets[member]
  const deletedIds = target && sections[target].stayDeletedIds
  if (!deletedIds || deletedIds.size === 0) return value
  if (Array.isArray(value)) return value.filter((id) => !deletedIds.has(id))
  return typeof value === 'number' && deletedIds.has(value) ? null : value
}

/** An entry without references to records that people have deleted, and that stay deleted. */
export const withoutDeleted = (plan: SeedPlan, section: Resource, entry: Entry): Entry => {
  if (Object.values(section.targets).every((target) => plan.sections[target].stayDeletedIds.size === 0)) return entry
  return mapValues(entry, (value, member) => withoutDeletedIds(plan, section, member, value))
}
