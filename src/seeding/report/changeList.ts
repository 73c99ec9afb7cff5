import { fromKeys } from '../../base/objects.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { areLarge, ChangeGroups } from './changeGroups.ts'
import { type ChangeGroup, changeActions, type Report, type SeedChange } from './report.ts'

interface List {
  changes: SeedChange[]
  /** The number of changes that are not in `changes`. */
  omitted: number
  /** The number of those whose members are all in groups of the report. */
  omittedInGroups: number
  /** `largeCount` of the groups when `changes` was last searched for those that are in groups. */
  searchedAt: number
}

/**
 * The changes of a seed for its report: at most `max` of each section and action. When there are more, those are left out
 * first that the groups show.
 */
export class ChangeList {
  private readonly groups = new ChangeGroups()
  /** The groups of the changes in the lists. Only filled if the lists have a maximum. */
  private readonly groupsOf = new Map<SeedChange, readonly ChangeGroup[]>()
  private readonly lists = fromKeys(resourceNames, () =>
    fromKeys(changeActions, (): List => ({ changes: [], omitted: 0, omittedInGroups: 0, searchedAt: 0 })),
  )

  constructor(private readonly max: number) {}

  /** Adds a change. `describe` is only called if the list has room for it. */
  add(
    { members, ...kind }: Pick<SeedChange, 'section' | 'action' | 'members'>,
    describe: () => Omit<SeedChange, 'section' | 'action' | 'members'>,
  ): void {
    const list = this.lists[kind.section][kind.action]
    const groups = members && this.groups.add(kind, members)
    if (list.changes.length >= this.max) this.omitGrouped(list)
    const hasRoom = list.changes.length < this.max
    if (hasRoom && !(list.omitted > 0 && areLarge(groups))) {
      const change: SeedChange = { ...kind, ...describe(), ...(members && { members }) }
      list.changes.push(change)
      if (groups && Number.isFinite(this.max)) this.groupsOf.set(change, groups)
      return
    }
    list.omitted++
    if (areLarge(groups)) list.omittedInGroups++
  }

  /** What the report contains of the list. */
  toReport(): Pick<Report, 'changes' | 'omitted' | 'groups'> {
    const kinds = resourceNames.flatMap((section) => changeActions.map((action) => ({ section, action })))
    const groups = [...this.groups.large()]
    for (const [change, groupsOfChange] of this.groupsOf) if (areLarge(groupsOfChange)) change.in_groups = true
    return {
      changes: kinds.flatMap(({ section, action }) => this.lists[section][action].changes),
      omitted: kinds.flatMap(({ section, action }) => this.countOmitted(section, action)),
      groups: kinds.flatMap((kind) =>
        groups
          .filter(({ section, action }) => section === kind.section && action === kind.action)
          .sort((a, b) => b.count - a.count),
      ),
    }
  }

  private countOmitted(section: ResourceName, action: SeedChange['action']) {
    const { omitted, omittedInGroups } = this.lists[section][action]
    return omitted > 0 ? [{ section, action, count: omitted, in_groups: omittedInGroups }] : []
  }

  /** Makes room in a list: takes out the changes that the groups show. */
  private omitGrouped(list: List): void {
    if (list.searchedAt === this.groups.largeCount) return
    list.searchedAt = this.groups.largeCount
    list.changes = list.changes.filter((change) => {
      if (!areLarge(this.groupsOf.get(change))) return true
      this.groupsOf.delete(change)
      list.omitted++
      list.omittedInGroups++
      return false
    })
  }
}
