import { resources } from '../../catalogue/resources.ts'
import { findLaterEntries, type LaterChange } from '../../history/laterEntries.ts'
import type { Reader } from '../../library/connection.ts'
import { bodyMember } from '../apply/recordChanges.ts'
import type { PeopleChange } from './peopleChange.ts'

/**
 * Adds who has made changes by people, and when, as far as the audit trail has it. Where a seed has made the newest change that is there, that of
 * another program came after it, and has no entry.
 */
export const addAuthors = async (read: Reader, changes: readonly PeopleChange[]): Promise<void> => {
  const wanted = new Map(changes.map((change): [PeopleChange, LaterChange] => [change, toLaterChange(change)]))
  for (const [change, { created_at, source, email, isOfSeed }] of await findLaterEntries(read, 0, wanted))
    if (!isOfSeed) Object.assign(change, { changed_at: created_at, source, email })
}

const toLaterChange = ({ section, id, kind, member }: PeopleChange): LaterChange => ({
  record: `${section}/${id}`,
  members: member === undefined ? [] : [bodyMember(resources[section], member)],
  action: kind === 'deleted' ? 'delete' : undefined,
})
