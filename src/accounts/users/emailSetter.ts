import { eq, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../../audit/write.ts'
import { type EmailSetter, users } from '../../library/accountSchema.ts'
import type { Writer } from '../../library/connection.ts'
import { prepared } from '../../library/prepared.ts'

const update = prepared((on: Writer) =>
  on
    .update(users)
    .set({ email_set_by: sql`${sql.placeholder('to')}` })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** Changes who counts as having set the address of an account. No response contains it, so `updated_at` stays as it is. */
export const setEmailSetter = async (
  { db, audit }: AuditedTransaction,
  id: number,
  email_set_by: { from: EmailSetter; to: EmailSetter },
): Promise<void> => {
  await update(db).run({ id, to: email_set_by.to })
  await audit({ action: 'update', record: `users/${id}`, changes: { email_set_by } })
}
