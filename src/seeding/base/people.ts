import { Undecided } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { describeRecord } from '../report/changes.ts'
import { changedMembers } from '../report/diff.ts'
import type { PeopleChange, PeopleWay, Report } from '../report/report.ts'
import type { Row } from '../rows.ts'

/** What is done with changes by people. */
export interface PeopleOptions {
  way: PeopleWay
  /** What is done with some of them instead, by their paths. */
  choices?: ReadonlyMap<string, PeopleWay>
}

/** A change by people that a seed has found. */
export interface FoundPeopleChange {
  kind: PeopleChange['kind']
  /** The id of the record; of a deleted one, that which it had. */
  id: number
  /** The index of its entry, if it has one. */
  index?: number | undefined
  /** The member that was changed. */
  member?: string
  /** The record as it is in the library; undefined for a deleted one. */
  row?: Row
  /** The entry; undefined if the record has none. */
  entry?: Entry
}

/** People have changed what a seed would overwrite, and nobody has decided about it. Nothing was changed. Exit code 4. */
export class ChangedByPeople extends Undecided {
  constructor(readonly report: Report) {
    const count = report.changed_by_people.length + report.more_changed_by_people
    super(
      `People have changed ${formatCount(count, 'values')} that the file has otherwise. Nothing was changed; --people keep or --people overwrite decides it.`,
    )
  }
}

/**
 * Returns a `beforeCommit` that requires that people have changed what an earlier run has found, and nothing else.
 * @throws ChangedByPeople
 */
export const requirePeopleChanges = (expected: readonly PeopleChange[]) => (report: Report) => {
  const { changed_by_people, more_changed_by_people } = report
  if (more_changed_by_people > 0 || !Bun.deepEquals(changed_by_people.map(withoutWay), expected.map(withoutWay)))
    throw new ChangedByPeople(report)
}

const withoutWay = ({ is_kept, email, source, changed_at, ...change }: PeopleChange) => change

/** Reports a change by people. @returns whether it is kept */
export const addPeopleChange = (context: SeedContext, section: Resource, found: FoundPeopleChange): boolean => {
  const { options, people } = context
  const { way, choices } = options.people ?? { way: 'overwrite' }
  const { kind, id, member, row, entry } = found
  const path = [section.name, id, ...(member === undefined ? [] : [member])].join('/')
  const isKept = (choices?.get(path) ?? way) === 'keep'
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
      path,
      ...describeRecord(context, section, { ...entry, ...row }),
      ...(member !== undefined && { member, library: values?.from, file: values?.to }),
      is_kept: isKept,
      email: null,
      source: null,
      changed_at: null,
    })
  }
  options.onPeopleChange?.(section.name, found, isKept)
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

export type OnPeopleChange = (section: ResourceName, found: FoundPeopleChange, isKept: boolean) => void
