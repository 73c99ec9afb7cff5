import { eq, sql } from 'drizzle-orm'
import type { Reader, Writer } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'
import { users } from '../../database/schema.ts'
import { Forbidden } from '../../errors.ts'

// A locked account can't change itself. Admins and commands can change and delete it.

const withId = eq(users.id, sql.placeholder('id'))

const selectLocked = prepared((on) => on.select({ locked: users.locked }).from(users).where(withId).prepare())

/** Whether an account is locked; false if there is none with this id. */
export const isLocked = async (read: Reader, id: number): Promise<boolean> =>
  (await selectLocked(read).get({ id }))?.locked ?? false

/** @throws Forbidden if the account is locked */
export const requireUnlocked = async (read: Reader, id: number): Promise<void> => {
  if (await isLocked(read, id)) throw new Forbidden()
}

const updateLocked = prepared((on: Writer) =>
  on
    .update(users)
    .set({ locked: sql`${sql.placeholder('locked')}` })
    .where(withId)
    .prepare(),
)

/** Locks or unlocks an account. No response contains it, so `updated_at` stays as it is. */
export const setLocked = async (tx: Writer, id: number, locked: boolean): Promise<void> => {
  await updateLocked(tx).run({ id, locked: Number(locked) })
}
