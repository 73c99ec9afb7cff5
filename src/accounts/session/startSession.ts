import { auditAs } from '../../audit/auditedWrite.ts'
import type { Client } from '../../http/client.ts'
import type { Reader, Transaction } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import type { HashOptions } from '../authPolicy.ts'
import { createSession, limitSessions } from '../tokens.ts'
import type { User } from '../users/model.ts'

/** What a request needs that has no caller, and starts a session. */
export interface AnonymousClient {
  read: Reader
  write: Database['write']
  client: Client
  hashOptions: HashOptions
  /** The maximum number of sessions of an account. */
  maxSessions: number | undefined
}

/** Creates a session of a user. Returns the transaction, and the audit trail, of the user with this session. */
export const startSession = async (
  tx: Transaction,
  user: User,
  { client, maxSessions }: Pick<AnonymousClient, 'client' | 'maxSessions'>,
) => {
  const { id: token_id, token } = await createSession(tx, { user_id: user.id, ...client })
  if (maxSessions !== undefined) await limitSessions(tx, user.id, maxSessions, token_id)
  const actor = { source: 'api', user_id: user.id, email: user.email, token_id, address: client.address } as const
  const audited = auditAs(tx, actor)
  return { session: { token, user }, audited, audit: audited.audit }
}
