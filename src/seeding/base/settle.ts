import type { Resource, Value } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { isEqual } from '../report/diff.ts'
import type { Row } from '../rows.ts'
import { keepReferences } from './deletions.ts'
import { addPeopleChange } from './people.ts'
import {
  type Base,
  createBase,
  formatAgreement,
  formatBase,
  hashMember,
  isAgreement,
  isDecided,
  membersOf,
  parseBase,
} from './recordBase.ts'

// What an entry does to a record. Each member is compared three ways: what the file says and what the library has, each with what it was at
// the last seed. The base of the record is set to the result.

/** Stores the base of a record that has what its entry says. */
export const confirmBase = ({ sections }: SeedContext, { name }: Resource, id: number, entry: Entry): void => {
  const { bases } = sections[name]
  const stored = bases.get(id) as string // A record without a base is settled.
  if (isAgreement(name, entry, stored)) return
  const base = parseBase(name, stored)
  // The record may have been restored, or its entry.
  let isChanged = isDecided(stored, 'staysDeleted') || isDecided(stored, 'stays')
  for (const [position, member] of membersOf(name).entries()) {
    const value = entry[member]
    if (value === undefined) continue
    const hash = hashMember(name, position, value)
    if (base.file[position] === hash && base.library[position] === hash) continue
    setMember(base, position, hash, hash)
    isChanged = true
  }
  if (isChanged) bases.set(id, formatBase(name, base))
}

/** Stores the base of a record that an entry creates. @returns what it creates: the entry without references to records that stay deleted */
export const settleNew = (context: SeedContext, section: Resource, id: number, entry: Entry): Entry => {
  const { name } = section
  const created = withoutDeleted(context, section, entry)
  if (created === entry) {
    context.sections[name].bases.set(id, formatAgreement(name, entry))
    return entry
  }
  const base = createBase(name, created)
  for (const [position, member] of membersOf(name).entries()) {
    const value = entry[member]
    if (value !== undefined) base.file[position] = hashMember(name, position, value)
  }
  context.sections[name].bases.set(id, formatBase(name, base))
  return created
}

/**
 * Decides about each member in which a record differs from its entry, and stores the base.
 * - A member that only the file has changed follows the file.
 * - One that people have changed is reported, and is kept or overwritten as the options say.
 * - One that was kept stays, until the file or the library changes it again.
 * @param row - the record as it is in the library
 * @returns the entry with the values that the record gets or keeps
 */
export const settle = (context: SeedContext, section: Resource, index: number, row: Row, entry: Entry): Entry => {
  const { name } = section
  const { bases } = context.sections[name]
  const stored = bases.get(row.id)
  const base = stored === undefined ? createBase(name, row) : parseBase(name, stored)
  const written = { ...entry }
  let isWithoutBase = false
  for (const [position, member] of membersOf(name).entries()) {
    const value = entry[member]
    if (value === undefined) continue
    const fileHash = hashMember(name, position, value)
    const present = row[member] as Value // a record has all members
    const target = withoutDeletedIds(context, section, member, value)
    const isSame = isEqual(present, target)
    // The library may have a name as another program has composed its characters. A seed stores the normal form.
    const isSameName = !isSame && hashMember(name, position, present) === fileHash
    const isKept = !isSame && !isSameName && stored !== undefined && keeps(position, member, fileHash, present)
    if (!isSame && !isSameName && stored === undefined) isWithoutBase = true
    written[member] = isKept ? present : target
    if (isKept) keepReferences(context, section, { [member]: present })
    setMember(base, position, fileHash, hashMember(name, position, written[member]))
  }
  bases.set(row.id, formatBase(name, base))
  if (isWithoutBase) context.report.without_base++
  return written

  function keeps(position: number, member: string, fileHash: number, present: Value): boolean {
    const [said, had] = [base.file[position] as number, base.library[position] as number] // a base has all members
    const wasKept = said >= 0 && said !== had
    const presentHash = hashMember(name, position, present)
    const former = withFormerIds(context, section, member, entry[member] as Value)
    const isChangedInFile = said !== (former ? hashMember(name, position, former.value) : fileHash)
    // The deletion of a record that the seed creates again has changed what refers to it, too. That is decided already.
    const isByDeletion = former && !isChangedInFile && hashMember(name, position, former.rest) === presentHash
    const isChangedByPeople = had !== presentHash && !isByDeletion
    if (!isChangedByPeople && !wasKept) return false
    if (!isChangedByPeople && !isChangedInFile && !context.options.listsKept) {
      context.report.kept_before++
      return true
    }
    return addPeopleChange(context, section, { kind: 'changed', id: row.id, index, member, row, entry })
  }
}

const setMember = (base: Base, position: number, file: number, library: number) => {
  base.file[position] = file
  base.library[position] = library
}

/**
 * The value of a member with the ids that records had before people deleted them, and without these; undefined if it has none of the records
 * that the seed creates again.
 */
const withFormerIds = (
  { sections }: SeedContext,
  { targets }: Resource,
  member: string,
  value: Value,
): { value: Value; rest: Value } | undefined => {
  const target = targets[member]
  const formerIds = target && sections[target].idsBeforeDeletion
  if (!formerIds || ![value].flat().some((id) => formerIds.has(Number(id)))) return
  if (!Array.isArray(value)) return { value: formerIds.get(Number(value)) as number, rest: null }
  const sorted = value.map((id) => formerIds.get(id) ?? id).sort((a, b) => a - b)
  return { value: sorted, rest: value.filter((id) => !formerIds.has(id)) }
}

/** The value of a member without references to records that people have deleted, and that stay deleted. */
export const withoutDeletedIds = (
  { sections }: SeedContext,
  { targets }: Resource,
  member: string,
  value: Value,
): Value => {
  const target = targets[member]
  const deletedIds = target && sections[target].keptDeletedIds
  if (!deletedIds || deletedIds.size === 0) return value
  if (Array.isArray(value)) return value.filter((id) => !deletedIds.has(id))
  return typeof value === 'number' && deletedIds.has(value) ? null : value
}

/** An entry without references to records that people have deleted, and that stay deleted. */
export const withoutDeleted = (context: SeedContext, section: Resource, entry: Entry): Entry => {
  if (Object.values(section.targets).every((target) => context.sections[target].keptDeletedIds.size === 0)) return entry
  const result = { ...entry }
  for (const member in result) result[member] = withoutDeletedIds(context, section, member, result[member] as Value)
  return result
}
