import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../../audit/auditedWrite.ts'
import { Forbidden } from '../../base/errors.ts'
import { tokens, users } from '../../library/accountSchema.ts'
import type { Reader, Writer } from '../../library/connection.ts'
import { prepared, withId } from '../../library/prepared.ts'

// No request of the API changes or deletes a locked account, be it of the account itself or of an admin. Commands do.

const selectLocked = prepared((on) => on.select({ locked: users.locked }).from(users).where(withId(users)).prepare())

/** Whether an account is locked; false if there is none with this id. */
export const isLocked = async (read: Reader, id: number): Promise<boolean> =>
  (await selectLocked(read).get({ id }))?.locked ?? false

/** @throws Forbidden if the account is locked */
export const requireUnlocked = async (read: Reader, id: number): Promise<void> => {
  if (await isLocked(read, id)) throw new Forbidden()
}

const selectNamed = prepared((on) =>
  on
    .select({ locked: users.locked })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .where(and(withId(tokens), isNotNull(tokens.name)))
    .prepare(),
)

/** @throws Forbidden for a named token of a locked account: several people may use it. That of a session can be revoked. */
export const requireRevocable = async (read: Reader, token_id: number): Promise<void> => {
  if ((await selectNamed(read).get({ id: token_id }))?.locked) throw new Forbidden()
}

const updateLocked = prepared((on: Writer) =>
  on
    .update(users)
    .set({ locked: sql`${sql.placeholder('locked')}` })
    .where(withId(users))
    .prepare(),
)

/** Locks or unlocks an account. No response contains it, so `updated_at` stays as it is. @returns whether this was a change */
export const setLocked = async ({ db, audit }: AuditedTransaction, id: number, locked: boolean): Promise<boolean> => {
  const before = await isLocked(db, id)
  if (locked === before) return false
  await updateLocked(db).run({ id, locked: Number(locked) })
  await audit({ action: 'update', record: `users/${id}`, changes: { locked: { from: before, to: locked } } })
  return true
}
