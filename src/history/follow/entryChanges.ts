import { isResourceName } from '../../catalogue/resources.ts'
import type { audit } from '../../library/auditSchema.ts'
import type { ChangeType, LibraryChange } from './model.ts'

// What an entry of the audit trail says about records. The entry of an action on many records says nothing: its parts do.

/** What an entry needs to be read for. */
type LoggedEntry = Pick<typeof audit.$inferSelect, 'id' | 'created_at' | 'action' | 'record' | 'counts'>

/** By action. All others, such as a login, change no record that a response contains. */
const types: Record<string, ChangeType> = {
  create: 'created',
  register: 'created',
  update: 'updated',
  role: 'updated',
  password: 'updated',
  delete: 'deleted',
}

/** The actions of the entries that say something. */
export const followedActions = Object.keys(types)

/** The changes of an entry: the records from `first` to `last`. */
interface ChangedRange extends Pick<LibraryChange, 'resource' | 'type'> {
  first: number
  last: number
}

export const changesOf = ({ action, record, counts }: LoggedEntry): ChangedRange | undefined => {
  const type = types[action]
  const [resource = '', id] = record?.split('/') ?? []
  if (!type || !(resource === 'users' || isResourceName(resource))) return
  if (id !== undefined) return { resource, type, first: Number(id), last: Number(id) }
  // The records that a seed has created.
  const { first, last } = counts === null ? {} : JSON.parse(counts)
  return first && last ? { resource, type, first, last } : undefined
}
