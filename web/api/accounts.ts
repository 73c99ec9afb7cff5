import type { OwnChanges, Page, Session, User, UserChanges } from '../../client/index.ts'
import { formatQuery } from '../../client/search.ts'
import { client } from './client.ts'
import type {
  CreatedInvitation,
  CreatedToken,
  FirstAdmin,
  Invitation,
  ListedToken,
  NewInvitation,
  NewToken,
  OwnToken,
  RevokedSessions,
  UserReferences,
} from './types.ts'

// What the console reads and writes about accounts beyond the API: docs/api.md, "Console endpoints".

/** Makes the first admin of the library, and logs it in. The client keeps its token. */
export const setUp = (body: FirstAdmin): Promise<Session> => client.request('POST', '/console/api/setup', { body })

/** The maximum number of records of a page. */
const maxPage = 1_000

export const readSessions = (signal: AbortSignal): Promise<OwnToken[]> =>
  client.request('GET', `/console/api/sessions?limit=${maxPage}`, { signal })

export const endSession = (id: number): Promise<void> => client.request('DELETE', `/console/api/sessions/${id}`)

export const endOtherSessions = (): Promise<RevokedSessions> => client.request('DELETE', '/console/api/sessions')

/** @param user_id - only the tokens of this user */
export const readTokens = (
  parameters: { user_id: number | undefined; limit: number; offset: number },
  signal: AbortSignal,
): Promise<Page<ListedToken>> => client.requestPage(`/console/api/tokens?${formatQuery(parameters)}`, { signal })

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
export const readUserReferences = (id: number, signal: AbortSignal): Promise<UserReferences> =>
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
