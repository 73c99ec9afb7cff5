import type { Instant } from '../database/clock.ts'

/** What an entry of the audit trail reports. */
export const actions = [
  'create',
  'update',
  'delete',
  'register',
  'login',
  'new_network',
  'logout',
  'password',
  'role',
  'revoke',
  'seed',
  'keys',
] as const
export type Action = (typeof actions)[number]

/** Who makes a change. */
export interface Actor {
  /** A request of the API, a command, or the server itself as it starts. */
  source: 'api' | 'cli' | 'server'
  /** The account, its e-mail address at the time, and its token. Only a request has them. */
  user_id?: number
  email?: string
  token_id?: number
  /** The IP address of the client; null if it is not known. */
  address?: string | null
}

export const commandLine: Actor = { source: 'cli' }
export const serverStart: Actor = { source: 'server' }

/** The changed members of a record, by their names. Null stands for no value, as before a creation and after a deletion. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** Numbers of records, by what they count. Merged entries have the numbers of `audit/merge.ts`. */
export type Counts = Record<string, number | Record<string, number>>

export interface NewEntry {
  action: Action
  /** The path of the record below /api, such as `tracks/3`. */
  record?: string
  /** Never contains a password, a token or a hash. */
  changes?: Changes
  /** For an action on many records. */
  counts?: Counts
  /** Whether it is a change of the caller's own account. Successive ones become one entry: see `audit/merge.ts`. */
  isOwnChange?: boolean
}

/** Adds an entry to the audit trail, in the transaction of a write. */
export type Audit = (entry: NewEntry) => Promise<void>

/** A stored entry. */
export interface Entry {
  id: number
  created_at: Instant
  source: Actor['source']
  user_id: number | null
  email: string | null
  token_id: number | null
  address: string | null
  action: Action
  record: string | null
  changes: Changes | null
  counts: Counts | null
}
