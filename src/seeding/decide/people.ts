import { Undecided } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import type { Resource } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'
import type { SeedPlan, StoredPeopleChange } from '../plan.ts'
import { changedMembers, describeRecord, describeValues } from '../report/describe.ts'
import type { PeopleChange } from '../report/peopleChange.ts'
import type { Report } from '../report/report.ts'
import type { Row } from '../rows.ts'

/** A change by people that a seed has found. */
interface FoundPeopleChange extends Pick<StoredPeopleChange, 'kind' | 'id' | 'index' | 'member'> {
  /** The record as it is in the library; undefined for a deleted one. */
  row?: Row
  /** The entry; undefined if the record has none. */
  entry?: Entry
  /** Whether the file has changed the member since the last seed, too. */
  isConflict?: boolean
}

/** People have changed what a seed would overwrite, and nobody has decided about it. Nothing was changed. Exit code 4. */
export class ChangedByPeople extends Undecided {
  constructor(readonly report: Report) {
    const count = report.changed_by_people.length + report.more_changed_by_people
    super(
      `The file conflicts with ${formatCount(count, 'changes')} by people. Nothing was changed. Decide with --people keep or --people overwrite.`,
    )
  }
}

/**
 * Returns a check that people have changed what an earlier run has found, and nothing else.
 * @throws ChangedByPeople
 */
export const requirePeopleChanges = (expected: readonly PeopleChange[]) => (report: Report) => {
  const { changed_by_people, more_changed_by_people } = report
  if (more_changed_by_people > 0 || !Bun.deepEquals(changed_by_people.map(withoutWay), expected.map(withoutWay)))
    throw new ChangedByPeople(report)
}

const withoutWay = ({ is_kept, email, source, changed_at, values, ...change }: PeopleChange) => change

/** Reports a change by people. @returns whether it is kept */
export const addPeopleChange = (plan: SeedPlan, section: Resource, found: FoundPeopleChange): boolean => {
  const { options, people } = plan
  const { way, choices } = options.people ?? { way: 'overwrite' }
  const { kind, id, index, member, row, entry, isConflict } = found
  const record = { ...entry, ...row }
  const path = [section.name, id, ...(member === undefined ? [] : [member])].join('/')
  const isKept = (choices?.get(path) ?? way) === 'keep'
  if (people.listed.length < people.max) {
    const values =
      member !== undefined && row && entry
        ? changedMembers(row, { [member]: entry[member] ?? null }, section, plan)[member]
        : undefined
    people.listed.push({
      section: section.name,
      kind,
      id,
      path,
      ...describeRecord(plan, section, record),
      values: describeValues(plan, section, record),
      ...(member !== undefined && { member, library: values?.from, file: values?.to }),
      ...(isConflict && { is_conflict: true }),
      is_kept: isKept,
      email: null,
      source: null,
      changed_at: null,
    })
  }
  const [library, file] = member === undefined ? [] : [row?.[member], entry?.[member]]
  people.found.add({ section: section.name, kind, id, index, member, library, file, isKept })
  return isKept
}
