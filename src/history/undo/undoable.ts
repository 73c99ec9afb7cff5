import type { AuditEntry } from '../../audit/model.ts'
import type { StoredEntry } from '../../audit/store.ts'
import { isResourceName } from '../../catalogue/resources.ts'
import type { Instant } from '../../library/clock.ts'

// Which entries of the audit trail can be undone at all.

const catalogueActions: readonly string[] = ['create', 'update', 'delete', 'bulk', 'merge', 'seed', 'revert']

/** Whether an entry is about the catalogue, and not about accounts, roles, tokens or invitations. */
const isOfCatalogue = ({ action, record }: AuditEntry) => {
  if (!catalogueActions.includes(action)) return false
  if (action === 'seed' || action === 'revert') return true
  const [kind = ''] = (record ?? '').split('/')
  return isResourceName(kind)
}

interface Obstacle {
  /** Whether the entry could be undone once. */
  hasExpired: boolean
  sentence: string
}

/**
 * Why an entry can never be undone; undefined for one that may be.
 * @param since - entries from before this instant have expired
 */
export const findObstacle = (entry: StoredEntry, since: Instant): Obstacle | undefined => {
  const rejectAlways = (sentence: string) => ({ hasExpired: false, sentence })
  const rejectExpired = (sentence: string) => ({ hasExpired: true, sentence })
  if (entry.part_of !== null) return rejectAlways(`It is a part of entry ${entry.part_of}, which is undone as a whole.`)
  if (!isOfCatalogue(entry))
    return rejectAlways(
      'Only changes of the catalogue can be undone, not changes of accounts, roles, tokens and invitations.',
    )
  if (entry.created_at < since)
    return rejectExpired('It is too old. The setting undo-keep says how long changes can be undone.')
  if (entry.action === 'delete' && !entry.keeps_restore)
    return rejectExpired(
      'The data for undoing it is missing: it was removed, or an older version of the program made the change.',
    )
  return undefined
}
