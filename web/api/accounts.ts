import type { OwnChanges, Page, User, UserChanges } from '../../client/index.ts'
import { client } from './client.ts'

// What the console reads and writes about accounts beyond the API: docs/api.md, "Console endpoints".

/** A token of the user who is logged in. */
export interface OwnToken {
  id: number
  /** Null for the token of a session. */
  name: string | null
  read_only: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  /** The IP address of the client that last used it. */
  address: string | null
  /** The `User-Agent` of that client. */
  program: string | null
  /** Whether it is the token of this session. */
  is_current: boolean
}

export interface ListedToken extends OwnToken {
  user: { id: number; email: string; name: string }
}

/** A new token, with its secret. */
export interface CreatedToken extends ListedToken {
  token: string
}

export interface NewToken {
  user_id: number
  name: string
  read_only: boolean
  expires_at: string | null
}

export interface Invitation {
  id: number
  /** How many accounts can still register with it. */
  uses: number
  expires_at: string
  created_at: string
}

export interface NewInvitation {
  uses: number
  expires_at: string
}

/** A new invitation, with its code. */
export interface CreatedInvitation extends Invitation {
  code: string
}

/** The maximum number of records of a page. */
const maxPage = 1_000

export const readSessions = (signal: AbortSignal): Promise<OwnToken[]> =>
  client.request('GET', `/console/api/sessions?limit=${maxPage}`, { signal })

export const endSession = (id: number): Promise<void> => client.request('DELETE', `/console/api/sessions/${id}`)

export const endOtherSessions = (): Promise<{ revoked: number }> => client.request('DELETE', '/console/api/sessions')

/** @param user_id - only the tokens of this user */
export const readTokens = (
  { user_id, limit, offset }: { user_id: number | undefined; limit: number; offset: number },
  signal: AbortSignal,
): Promise<Page<ListedToken>> => {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) })
  if (user_id !== undefined) query.set('user_id', String(user_id))
  return client.requestPage(`/console/api/tokens?${query}`, { signal })
}

export const createToken = (body: NewToken): Promise<CreatedToken> =>
  client.request('POST', '/console/api/tokens', { body })

export const revokeToken = (id: number): Promise<void> => client.request('DELETE', `/console/api/tokens/${id}`)

export const readInvitations = (signal: AbortSignal): Promise<Invitation[]> =>
  client.request('GET', '/console/api/invitations', { signal })

export const createInvitation = (body: NewInvitation): Promise<CreatedInvitation> =>
  client.request('POST', '/console/api/invitations', { body })

export const deleteInvitation = (id: number): Promise<void> =>
  client.request('DELETE', `/console/api/invitations/${id}`)

/** Reads what would be deleted with a user. */
export const readUserReferences = (id: number, signal: AbortSignal): Promise<{ tokens: number; likes: number }> =>
  client.request('GET', `/console/api/references/users/${id}`, { signal })

/**
 * Changes the own account of an admin as users change theirs, so that a new address or password needs the current password. Only a
 * new role is a change of an admin. It comes last, since the other change may be rejected for a wrong password.
 */
export const updateOwnAccount = async (
  id: number,
  { role_id, ...changes }: UserChanges & OwnChanges,
): Promise<User> => {
  const user = Object.keys(changes).length > 0 ? await client.me.update(changes) : undefined
  return user && role_id === undefined ? user : client.users.update(id, { role_id })
}
