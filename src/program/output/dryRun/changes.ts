import { formatCount } from '../../../base/words.ts'
import { resourceNames, resources } from '../../../catalogue/resources.ts'
import { type ChangeGroup, changeActions, type Report, type SeedChange } from '../../../seeding/report/report.ts'
import { formatChange, formatValue, memberLines, moreLine } from '../table.ts'
import { formatRename, likelyRenamedNames, likelyRenameLines } from './likelyRenames.ts'

/** The maximum number of records and of groups that the text of a dry run lists for each section and action. */
const maxListed = { delete: 20, merge: 20, rename: 20, update: 20, create: 10 }

const maxListedGroups = 20

/** How many changes of each section and action the report of a dry run needs: most of them may be in groups, or likely renames. */
export const maxReportedChanges = 10_000

const verbs = { delete: 'to delete', merge: 'to merge', rename: 'to rename', update: 'to change', create: 'to create' }

const signs = { delete: '-', merge: '-', rename: '~', update: '~', create: '+' }

const noNames: ReadonlySet<string> = new Set()

/**
 * The changes of a dry run, in blocks that end with an empty line: likely renames, lost likes and deletions first, creations
 * last. Changes that several records share are one line. Without `full` the records are left out that change only as such
 * lines say, and long lists end with the number of those that are left out.
 */
export function* changeLines(report: Report, full: boolean): Generator<string> {
  yield* likelyRenameLines(report, full)
  yield* likesBlock(report, full)
  for (const action of changeActions) {
    for (const section of resourceNames) {
      const isOfBlock = (item: Pick<SeedChange, 'section' | 'action'>) =>
        item.section === section && item.action === action
      const changes = report.changes.filter(isOfBlock)
      const omitted = report.omitted.find(isOfBlock) ?? { count: 0, in_groups: 0 }
      const total = changes.length + omitted.count
      if (total === 0) continue
      yield `${formatCount(total, section)} ${verbs[action]}:`
      const renamed = full ? noNames : likelyRenamedNames(report, section, action)
      if (renamed.size > 0) yield `  ${signs[action]} ${renamed.size} that may have a new name, as listed above`
      const groups = report.groups.filter(isOfBlock)
      const listedGroups = full ? groups : groups.slice(0, maxListedGroups)
      yield* listedGroups.map(groupLine)
      yield* moreLine(groups.length - listedGroups.length, ' changes that several records share')
      const ungrouped = full ? changes : changes.filter(({ in_groups }) => !in_groups)
      const listed = full ? ungrouped : ungrouped.filter(({ name }) => !renamed.has(name)).slice(0, maxListed[action])
      for (const change of listed) yield* linesOfChange(change)
      yield* moreLine(ungrouped.length + omitted.count - omitted.in_groups - renamed.size - listed.length)
      yield ''
    }
  }
}

/** The likes that are lost with their tracks. */
function* likesBlock(report: Report, full: boolean): Generator<string> {
  const { likes_deleted, lost_likes } = report
  if (likes_deleted === 0) return
  yield `${formatCount(likes_deleted, 'likes')} to delete, with these tracks:`
  const listed = full ? lost_likes : lost_likes.slice(0, maxListed.delete)
  const renamed = likelyRenamedNames(report, 'tracks', 'delete')
  for (const { name, key, likes } of listed) {
    const stays = renamed.has(name) ? ', kept with --accept-renames' : ''
    yield `  ${['-', name, key && `[${key}]`].filter(Boolean).join(' ')}: ${formatCount(likes, 'likes')}${stays}`
  }
  const rest = likes_deleted - listed.reduce((sum, { likes }) => sum + likes, 0)
  if (rest > 0) yield `  … and ${formatCount(rest, 'likes')} of other tracks`
  yield ''
}

/** `genres: 400 × "Jazz" → "Modal jazz"` */
const groupLine = ({ member, count, from, to }: ChangeGroup) => `  ${member}: ${count} × ${formatGroupChange(from, to)}`

const formatGroupChange = (from: unknown, to: unknown) => {
  if (!Array.isArray(from) || !Array.isArray(to)) return formatChange({ from, to })
  if (from.length === 0) return `${formatItems(to)} added`
  if (to.length === 0) return `${formatItems(from)} removed`
  return `${formatItems(from)} → ${formatItems(to)}`
}

const formatItems = (items: readonly unknown[]) => items.map(formatValue).join(', ')

/** The record after the sign of its action, and a line for each member that changes. */
const linesOfChange = (change: SeedChange): string[] => {
  const { section, action, key, label, into, members = {} } = change
  const [nameMember] = resources[section].identity
  const { [nameMember]: renamed, ...others } = members
  const name = renamed ? formatRename(String(renamed.from), String(renamed.to)) : change.name
  const details = [key && `[${key}]`, label && `(${label})`, into !== undefined && `→ ${into}`].filter(Boolean)
  return [`  ${[signs[action], name, ...details].join(' ')}`, ...memberLines(others, '      ')]
}
