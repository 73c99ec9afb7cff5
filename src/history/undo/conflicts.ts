import type { LaterChange, LaterEntry } from '../laterEntries.ts'
import type { UndoConflict, UndoResult } from './report.ts'

/** How many conflicts are counted: the search for them ends when there are more. */
export const maxCounted = 1_000

export type ConflictReport = Pick<UndoResult, 'conflicts' | 'more_conflicts' | 'has_uncounted_conflicts'>

export interface Conflict {
  record: string
  reason: 'deleted' | 'exists' | 'changed' | 'missing' | 'key' | 'referenced'
  /** The members that were changed, or that refer to a missing record. */
  members: string[]
  /** Another record that it is about. */
  other?: string
}

const actionsFor: Partial<Record<Conflict['reason'], string>> = {
  deleted: 'delete',
  exists: 'create',
  missing: 'delete',
}

/** The changes that have brought conflicts about. */
export const changesOf = (conflicts: readonly Conflict[]): Map<Conflict, LaterChange> =>
  new Map(
    conflicts.map((conflict) => {
      const { reason, record, other = record, members } = conflict
      const changed = reason === 'missing' || reason === 'referenced' ? other : record
      return [conflict, { record: changed, members, action: actionsFor[reason] }]
    }),
  )

const sources: Record<string, string> = { cli: 'the command line', server: 'the start of the server' }

const by = (entry: LaterEntry | undefined) => {
  if (!entry) return ''
  return ` by ${entry.email ?? sources[entry.source] ?? entry.source} at ${entry.created_at} (entry ${entry.id})`
}

const sentenceOf = ({ reason, record, members, other }: Conflict, entry: LaterEntry | undefined): string => {
  const names = members.length > 0 ? `: ${members.join(', ')}` : ''
  switch (reason) {
    case 'deleted':
      return `${record} was deleted${by(entry)}.`
    case 'exists':
      return `${record} is there again, created${by(entry) || ' since'}.`
    case 'changed':
      return `${record} was changed since${by(entry)}${names}.`
    case 'missing':
      return `${record} would refer to ${other} in ${members.join(', ')}, which was deleted${by(entry)}.`
    case 'key':
      return `${record} would get its key back, which ${other} has now.`
    case 'referenced':
      return `${record} would be deleted, and ${other} refers to it in ${members.join(', ')}${entry ? `, changed${by(entry)}` : ''}.`
  }
}

/** Conflicts with their sentences, and the entries that have brought them about; null where that is not in the audit trail. */
export const describeConflicts = (
  conflicts: readonly Conflict[],
  entries: ReadonlyMap<Conflict, LaterEntry>,
): UndoConflict[] =>
  conflicts.map((conflict) => {
    const entry = entries.get(conflict)
    const { record, members } = conflict
    const message = sentenceOf(conflict, entry)
    const { id = null, email = null, created_at = null } = entry ?? {}
    return { record, members, message, entry: id, email, created_at }
  })

/** How many conflicts a message names. */
const maxNamed = 3

export const summarizeConflicts = (
  id: number,
  { conflicts, more_conflicts, has_uncounted_conflicts }: ConflictReport,
): string => {
  const named = conflicts.slice(0, maxNamed).map(({ message }) => message)
  const count = conflicts.length + more_conflicts
  const others = count - named.length
  const rest = has_uncounted_conflicts
    ? `More than ${count} records have changed.`
    : others > 0 && `${others} more records have changed.`
  return [`Entry ${id} can't be undone.`, ...named, rest].filter(Boolean).join(' ')
}
