import type { Change, ChangeGroup } from './report.ts'

/** The minimum number of records that share a change, for the report to group them. */
export const minGroupSize = 3

/** The maximum number of different changes of one member that are counted. It bounds the memory. */
const maxGroupsPerMember = 2_000

type Members = NonNullable<Change['members']>

/** Counts how many records share each change of a member. */
export class ChangeGroups {
  private readonly groups = new Map<string, Map<string, ChangeGroup>>()
  /** The number of groups that are large enough for the report. */
  largeCount = 0

  /**
   * Counts the changes of one record. Returns their groups, or undefined when a change has none because its member has too
   * many different ones.
   */
  add(kind: Pick<ChangeGroup, 'section' | 'action'>, members: Members): ChangeGroup[] | undefined {
    const groups = Object.entries(members).map(([member, change]) => this.count({ ...kind, member }, change))
    return groups.every((group) => group !== undefined) ? groups : undefined
  }

  /** The groups that are large enough, in no particular order. */
  *large(): Generator<ChangeGroup> {
    for (const groups of this.groups.values()) for (const group of groups.values()) if (isLarge(group)) yield group
  }

  private count(kind: Pick<ChangeGroup, 'section' | 'action' | 'member'>, change: Members[string]) {
    const { from, to } = withoutCommonItems(change)
    const memberKey = `${kind.section} ${kind.action} ${kind.member}`
    const groups = this.groups.get(memberKey) ?? new Map<string, ChangeGroup>()
    this.groups.set(memberKey, groups)
    const key = JSON.stringify([from, to])
    const group = groups.get(key)
    if (!group) {
      if (groups.size >= maxGroupsPerMember) return undefined
      const newGroup = { ...kind, from, to, count: 1 }
      groups.set(key, newGroup)
      return newGroup
    }
    group.count++
    if (group.count === minGroupSize) this.largeCount++
    return group
  }
}

/** Whether the report has all these groups. */
export const areLarge = (groups: readonly ChangeGroup[] | undefined): boolean => groups?.every(isLarge) ?? false

const isLarge = ({ count }: ChangeGroup) => count >= minGroupSize

/**
 * The change of a member, as its group has it: of a list, only the items that are removed and added. Of paths that end alike,
 * only the folders in which they differ, so that the files of a moved folder are in one group.
 */
export const withoutCommonItems = ({ from, to }: Members[string]): Members[string] => {
  if (typeof from === 'string' && typeof to === 'string') return withoutCommonSegments(from, to)
  if (!Array.isArray(from) || !Array.isArray(to)) return { from, to }
  return { from: from.filter((item) => !to.includes(item)), to: to.filter((item) => !from.includes(item)) }
}

const withoutCommonSegments = (from: string, to: string) => {
  const [fromSegments, toSegments] = [from.split('/'), to.split('/')]
  let common = 0
  while (common < Math.min(fromSegments.length, toSegments.length)) {
    if (fromSegments.at(-1 - common) !== toSegments.at(-1 - common)) break
    common++
  }
  if (common === 0) return { from, to }
  // A folder that was moved into another one, or out of it, keeps its name.
  if (common > 1 && common === Math.min(fromSegments.length, toSegments.length)) common--
  const folderOf = (segments: string[]) => [...segments.slice(0, segments.length - common), '…'].join('/')
  return { from: folderOf(fromSegments), to: folderOf(toSegments) }
}
