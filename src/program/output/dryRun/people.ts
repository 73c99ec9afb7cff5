import { formatCount } from '../../../base/words.ts'
import type { PeopleChange } from '../../../seeding/report/peopleChange.ts'
import type { Report } from '../../../seeding/report/report.ts'
import { formatMinute, formatValue, moreLine } from '../table.ts'

const maxListed = 20

/** What people have changed since the last seed, and the file has otherwise. */
export function* peopleLines(report: Report, { full = false, isDecided = true }): Generator<string> {
  const { changed_by_people, more_changed_by_people, kept_before, without_base } = report
  const count = changed_by_people.length + more_changed_by_people
  if (count > 0) {
    yield `Conflicts with changes by people (${count}):`
    const listed = full ? changed_by_people : changed_by_people.slice(0, maxListed)
    for (const change of listed)
      yield `  ! ${lineOf(change)}${isDecided ? ` (${change.is_kept ? 'kept' : 'overwritten'})` : ''}`
    yield* moreLine(count - listed.length)
    yield ''
  }
  if (kept_before > 0) {
    yield `An earlier import kept ${formatCount(kept_before, 'values')} that people have changed. Neither the file nor the library has changed them since.`
    yield ''
  }
  if (without_base > 0) {
    yield `It is not known whether people have added or changed ${formatCount(without_base, 'records')}: no import of this version had them in its file.`
    yield ''
  }
}

/** A change by people on one line. */
export const lineOf = (change: PeopleChange): string => {
  const { section, kind, name, key, label, member, library, file } = change
  const record = [section, formatValue(name), key && `[${key}]`, label && `(${label})`].filter(Boolean).join(' ')
  if (kind === 'deleted') return `${record} was deleted${by(change)}; the file has it`
  if (kind === 'to_delete') return `${record} was changed${by(change)}; the import would delete it`
  if (kind === 'added') {
    const author = by(change)
    return `${record} was never in a file${author && `, and was changed${author}`}; the import would delete it`
  }
  if (kind === 'referenced') return `Records of the file refer to ${record}; the import would delete it`
  return `${record} ${member}: ${formatValue(library)}${by(change)}; the file has ${formatValue(file)}`
}

const sources: Record<string, string> = { cli: 'the command line', server: 'the start of the server' }

const by = ({ email, source, changed_at }: PeopleChange) =>
  changed_at === null ? '' : ` by ${email ?? sources[source ?? ''] ?? source} at ${formatMinute(changed_at)}`
