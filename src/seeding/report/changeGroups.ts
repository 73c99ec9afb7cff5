import type { ChangeGroup, SeedChange } from './report.ts'
import { withoutCommonItems } from './withoutCommonItems.ts'

/** The minimum number of records that share a change, for the report to group them. */
export const minGroupSize = 3

/** The maximum number of different changes of one member that are counted. It bounds the memory. */
const maxGroupsPerMember = 2_000

type Members = NonNullable<SeedChange['members']>

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
    const groups = this.groups.getOrInsertComputed(memberKey, () => new Map())
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
