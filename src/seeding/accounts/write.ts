import { deleteTokens, storeToken } from '../../accounts/tokens.ts'
import { setEmailSetter } from '../../accounts/users/emailSetter.ts'
import { setLocked } from '../../accounts/users/lock.ts'
import { createUser, replaceHash, updateUser } from '../../accounts/users/store.ts'
import type { AuditedTransaction } from '../../audit/write.ts'
import { likeAll } from '../../catalogue/likes/store.ts'
import type { AccountPlan } from './plan.ts'

/** A token with a name is not ended by a limit of sessions. */
const tokenName = 'seed'

/** Creates or updates the account of an entry. */
export const writeAccount = async (
  tx: AuditedTransaction,
  { account, token, normalizedHash, emailSetter, locked, track_ids }: AccountPlan,
): Promise<void> => {
  const id = account.id ?? (await createUser(tx, account.created)).id
  if (normalizedHash) await replaceHash(tx.db, { id, ...normalizedHash })
  if ('changes' in account && Object.keys(account.changes).length > 0) await updateUser(tx, id, account.changes)
  // As after any other change of a password. A token of the entry is stored again.
  if ('changes' in account && account.changes.hash) await deleteTokens(tx, id)
  if (token !== undefined) await storeToken(tx, token, { user_id: id, name: tokenName })
  if (locked !== undefined) await setLocked(tx, id, locked)
  if (emailSetter) await setEmailSetter(tx, id, emailSetter)
  await likeAll(tx, id, track_ids)
}
