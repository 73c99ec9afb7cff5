import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import type { audit } from '../../library/auditSchema.ts'
import type { ChangeType, LibraryChange } from './model.ts'

// What an entry of the audit trail says about records. The entry of an action on many records says nothing: its parts do.

/** What an entry needs to be read for. */
export type LoggedEntry = Pick<typeof audit.$inferSelect, 'id' | 'created_at' | 'action' | 'record' | 'counts'>

/** By action. All others, such as a log-in, change no record that a response contains. */
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

const kinds: readonly string[] = [...resourceNames, 'users']

/** The changes of an entry: the records from `first` to `last`. */
export interface ChangedRange extends Pick<LibraryChange, 'resource' | 'type'> {
  first: number
  last: number
}

export const changesOf = ({ action, record, counts }: LoggedEntry): ChangedRange | undefined => {
  const type = types[action]
  const [kind = '', id] = record?.split('/') ?? []
  if (!type || !kinds.includes(kind)) return
  const resource = kind as ResourceName | 'users' // it is one of them
  if (id !== undefined) return { resource, type, first: Number(id), last: Number(id) }
  // The records that a seed has created.
  const { first, last } = counts === null ? {} : JSON.parse(counts)
  return first && last ? { resource, type, first, last } : undefined
}
