import { actions, type ChangeKind } from '../../api/seeding.ts'
import type { ChangeGroup, SeedChange, SeedReport } from '../../api/types.ts'
import { resourceNames } from '../../resources/names.ts'

/** A change of one record, or one that several records share. */
export interface ChangeRow extends ChangeKind {
  id: number
  change?: SeedChange
  group?: ChangeGroup
}

export const kindOf = ({ section, action }: ChangeKind): string => `${section} ${action}`

/** The number of records of each kind of change. Those come first that an admin should look at first. */
export const countChanges = ({ changes, omitted }: SeedReport): (ChangeKind & { count: number })[] => {
  const counts = new Map<string, number>()
  const add = (kind: ChangeKind, count: number) => counts.set(kindOf(kind), (counts.get(kindOf(kind)) ?? 0) + count)
  for (const change of changes) add(change, 1)
  for (const kind of omitted) add(kind, kind.count)
  return resourceNames
    .flatMap((section) => actions.map((action) => ({ section, action })))
    .map((kind) => ({ ...kind, count: counts.get(kindOf(kind)) ?? 0 }))
    .filter(({ count }) => count > 0)
}

interface Filter {
  /** Kinds as `kindOf` returns them; all if there are none. */
  kinds: readonly string[]
  /** A part of a name, a key or a value, in any case. */
  text: string
  /** Whether changes that several records share are one row. */
  isFolded: boolean
}

/** Returns the rows of the table, and the number of changes that it lacks because the report leaves them out. */
export const filterChanges = (
  report: SeedReport,
  { kinds, text, isFolded }: Filter,
): { rows: ChangeRow[]; left: number } => {
  const isShown = (kind: ChangeKind) => kinds.length === 0 || kinds.includes(kindOf(kind))
  const searched = text.trim().toLowerCase()
  // Whoever looks for a record wants to see the record.
  const groups = isFolded && !searched ? report.groups.filter(isShown) : []
  const changes = report.changes
    .filter((change) => isShown(change) && !(groups.length > 0 && change.in_groups))
    .filter((change) => !searched || JSON.stringify(Object.values(change)).toLowerCase().includes(searched))
  const rows = [...groups.map((group) => ({ group, ...kindMembers(group) })), ...changes.map(toRow)]
  const left = report.omitted
    .filter(isShown)
    .reduce((sum, { count, in_groups }) => sum + count - (groups.length > 0 ? in_groups : 0), 0)
  return { rows: rows.map((row, id) => ({ ...row, id })), left }
}

const kindMembers = ({ section, action }: ChangeKind): ChangeKind => ({ section, action })

const toRow = (change: SeedChange) => ({ change, ...kindMembers(change) })
