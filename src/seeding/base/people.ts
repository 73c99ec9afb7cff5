import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { describeRecord } from '../report/changes.ts'
import { changedMembers } from '../report/diff.ts'
import type { PeopleChange } from '../report/report.ts'
import type { Row } from '../rows.ts'

/** What is done with a change by people: it is kept, or overwritten with what the file says. */
export const peopleWays = ['keep', 'overwrite'] as const
export type PeopleWay = (typeof peopleWays)[number]

/** What is done with changes by people. */
export interface PeopleOptions {
  way: PeopleWay
  /** What is done with some of them instead, by their `nameOfChange`. */
  choices?: ReadonlyMap<string, PeopleWay>
}

/** A change by people that a seed has found. */
export interface FoundPeopleChange {
  kind: PeopleChange['kind']
  /** The id of the record; of a deleted one, that which it had. */
  id: number
  /** The index of its entry, if it has one. */
  index?: number
  /** The member that was changed. */
  member?: string
  /** The record as it is in the library; undefined for a deleted one. */
  row?: Row
  /** The entry; undefined if the record has none. */
  entry?: Entry
}

/** The name of a change by people in `choices`: the path of the record and, if it is one of a member, the member. */
export const nameOfChange = ({ section, id, member }: Pick<PeopleChange, 'section' | 'id' | 'member'>): string =>
  [section, id, member].filter((part) => part !== undefined).join('/')

/** Reports a change by people. @returns whether it is kept */
export const addPeopleChange = (context: SeedContext, section: Resource, found: FoundPeopleChange): boolean => {
  const { options, people } = context
  const { way, choices } = options.people ?? { way: 'overwrite' }
  const { kind, id, member, row, entry } = found
  const isKept = (choices?.get(nameOfChange({ section: section.name, id, member })) ?? way) === 'keep'
  people.count++
  if (people.listed.length < people.max) {
    const values =
      member !== undefined && row && entry
        ? changedMembers(row, { [member]: entry[member] ?? null }, section, context)[member]
        : undefined
    people.listed.push({
      section: section.name,
      kind,
      id,
      ...describeRecord(context, section, { ...entry, ...row }),
      ...(member !== undefined && { member, library: values?.from, file: values?.to }),
      is_kept: isKept,
      email: null,
      source: null,
      changed_at: null,
    })
  }
  options.onPeopleChange?.(section.name, found)
  return isKept
}

/** The changes by people that a seed has found. */
export interface PeopleChanges {
  /** The first of them. */
  listed: PeopleChange[]
  /** How many may be listed. */
  max: number
  /** The number of all. */
  count: number
}

export type OnPeopleChange = (section: ResourceName, found: FoundPeopleChange) => void
