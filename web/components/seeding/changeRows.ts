import { withoutCommonItems } from '../../../src/seeding/report/withoutCommonItems.ts'
import { actions, type ChangeKind } from '../../api/seeding.ts'
import type { ChangeGroup, LikelyRename, MemberChange, SeedChange, SeedReport } from '../../api/types.ts'
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
  const changes = withoutGrouped(report.changes, groups)
    .filter(isShown)
    .filter((change) => !searched || JSON.stringify(Object.values(change)).toLowerCase().includes(searched))
  const rows = [...groups.map((group) => ({ group, ...kindMembers(group) })), ...changes.map(toRow)]
  const left = report.omitted
    .filter(isShown)
    .reduce((sum, { count, in_groups }) => sum + count - (groups.length > 0 ? in_groups : 0), 0)
  return { rows: rows.map((row, id) => ({ ...row, id })), left }
}

const kindMembers = ({ section, action }: ChangeKind): ChangeKind => ({ section, action })

const toRow = (change: SeedChange) => ({ change, ...kindMembers(change) })

/** Leaves out the changes whose members are all in groups. */
const withoutGrouped = (changes: readonly SeedChange[], groups: readonly ChangeGroup[]): readonly SeedChange[] => {
  const keyOf = (kind: ChangeKind, member: string, { from, to }: MemberChange) =>
    JSON.stringify([kindOf(kind), member, from, to])
  const keys = new Set(groups.map((group) => keyOf(group, group.member, group)))
  if (keys.size === 0) return changes
  return changes.filter((change) => {
    const members = Object.entries(change.members ?? {})
    return (
      members.length === 0 ||
      !members.every(([name, value]) => keys.has(keyOf(change, name, withoutCommonItems(value))))
    )
  })
}

/** The smallest number of renamed files that are one line. */
const minFolderSize = 3

/** The renames that change only the folder of a file, by the old and the new folder, and all others. */
export const foldRenames = (renames: readonly LikelyRename[]) => {
  const folders = Map.groupBy(renames, ({ section, former_name, name }) => {
    const { from, to } = withoutCommonItems({ from: former_name, to: name })
    return from === former_name ? '' : JSON.stringify({ section, from, to })
  })
  folders.delete('')
  const moved = [...folders].filter(([, { length }]) => length >= minFolderSize)
  const folded = new Set(moved.flatMap(([, members]) => members))
  return {
    moved: moved.map(([key, { length }]) => {
      const { section, from, to }: { section: LikelyRename['section']; from: string; to: string } = JSON.parse(key)
      return { section, from, to, count: length }
    }),
    single: renames.filter((rename) => !folded.has(rename)),
  }
}
