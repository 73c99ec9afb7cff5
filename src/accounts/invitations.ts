import { and, eq, getTableName, gt, lte, or, sql } from 'drizzle-orm'
import type { AuditedTransaction } from '../audit/auditedWrite.ts'
import { findChanges } from '../audit/compareMembers.ts'
import { NotFound, ValidationError } from '../base/errors.ts'
import { invitations } from '../library/accountSchema.ts'
import type { TrackedTable } from '../library/changes.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader, Transaction, Writer } from '../library/connection.ts'
import { prepared } from '../library/prepared.ts'
import { createSecret, hashSecret } from './secrets.ts'

/** Creates an invitation with which `uses` accounts can register. Its code is returned once, and only its hash stored. */
export const createInvitation = async (
  { db, realNow, audit }: AuditedTransaction,
  { uses, expires_at }: { uses: number; expires_at: Instant },
): Promise<{ id: number; code: string }> => {
  const code = createSecret('minv_', 16)
  const row = { hash: hashSecret(code), uses, expires_at, created_at: realNow }
  const { id } = await db.insert(invitations).values(row).returning({ id: invitations.id }).get()
  await audit({ action: 'create', record: `invitations/${id}`, changes: findChanges({}, { uses, expires_at }) })
  return { id, code }
}

const isValid = and(
  eq(invitations.hash, sql.placeholder('hash')),
  gt(invitations.uses, 0),
  gt(invitations.expires_at, sql.placeholder('now')),
)

const select = prepared((on) => on.select({ id: invitations.id }).from(invitations).where(isValid).prepare())

const use = prepared((on: Writer) =>
  on
    .update(invitations)
    .set({ uses: sql`${invitations.uses} - 1` })
    .where(isValid)
    .returning({ id: invitations.id })
    .prepare(),
)

const requireId = (row: { id: number } | undefined) => {
  if (row) return row.id
  throw new ValidationError({ invitation: ['The invitation is not valid: it is unknown, used up or expired.'] })
}

/** @throws ValidationError unless the code is that of an invitation that can be used now */
export const requireInvitation = async (read: Reader, now: Instant, code: string): Promise<void> => {
  requireId(await select(read).get({ hash: hashSecret(code), now }))
}

/** Takes one use of an invitation. @returns its id @throws ValidationError as `requireInvitation` */
export const useInvitation = async ({ db, realNow }: Transaction, code: string): Promise<number> =>
  requireId(await use(db).get({ hash: hashSecret(code), now: realNow }))

const { id, uses, expires_at, created_at } = invitations

/** Lists the invitations: without their codes, which are not stored, and without their hashes. */
export const listInvitations = async (read: Reader) =>
  read.select({ id, uses, expires_at, created_at }).from(invitations).orderBy(id)

/** @throws NotFound */
export const revokeInvitation = async ({ db, audit }: AuditedTransaction, invitation: number): Promise<void> => {
  const deleted = await db.delete(invitations).where(eq(id, invitation)).returning({ id })
  if (deleted.length === 0) throw new NotFound('Invitation', invitation)
  await audit({ action: 'delete', record: `invitations/${invitation}` })
}

const isOver = (now: Instant) => or(eq(uses, 0), lte(expires_at, now))

export const hasEndedInvitations = async (read: Reader, now: Instant): Promise<boolean> => {
  const rows = await read.select({ id }).from(invitations).where(isOver(now)).limit(1)
  return rows.length > 0
}

/** Deletes the invitations that are used up or expired. @returns how many */
export const deleteEndedInvitations = async ({ db }: Transaction, now: Instant): Promise<number> =>
  (await db.delete(invitations).where(isOver(now)).returning({ id })).length

/** No cached response depends on the invitations. */
export const trackedTables: TrackedTable[] = [{ table: getTableName(invitations), changes: [] }]
