import type { Action, AuditEntry, Changes, Counts } from './model.ts'
import type { Restore } from './undoData.ts'

/** Who makes a change. */
export interface Actor {
  /** A request of the API, a command, or the server itself as it starts. */
  source: AuditEntry['source']
  /** The account, its e-mail address at the time, and its token. Only a request has them. */
  user_id?: number
  email?: string
  token_id?: number
  /** The IP address of the client; null if it is not known. */
  address?: string | null
}

export const commandLine: Actor = { source: 'cli' }
export const serverStart: Actor = { source: 'server' }

export interface NewEntry {
  action: Action
  /** The path of the record below /api, such as `tracks/3`. */
  record?: string
  /** Never contains a password, a token or a hash. */
  changes?: Changes
  /** For an action on many records. */
  counts?: Counts
  /** What undoing the change needs beside `changes`. */
  restore?: Restore | undefined
  /** Whether it is a change of the caller's own account. Successive ones become one entry: see `audit/mergeAccountChanges.ts`. */
  isOwnChange?: boolean
}

/** Adds an entry to the audit trail, in the transaction of a write. */
export type Audit = (entry: NewEntry) => Promise<void>
