import { and, eq, getTableName, lt, sql } from 'drizzle-orm'
import { user_networks } from '../library/accountSchema.ts'
import type { TrackedTable } from '../library/changes.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader, Transaction, Writer } from '../library/connection.ts'
import { conflictTarget, placeholders, prepared } from '../library/prepared.ts'

// The networks from which each account has logged in or registered. A log-in from another one is reported.

const select = prepared((on) =>
  on
    .select({ network: user_networks.network })
    .from(user_networks)
    .where(
      and(eq(user_networks.user_id, sql.placeholder('user_id')), eq(user_networks.network, sql.placeholder('network'))),
    )
    .prepare(),
)

const upsert = prepared((on: Writer) =>
  on
    .insert(user_networks)
    .values(placeholders('user_id', 'network', 'last_login_at'))
    .onConflictDoUpdate({
      target: conflictTarget(user_networks.user_id, user_networks.network),
      set: { last_login_at: sql`excluded.last_login_at` },
    })
    .prepare(),
)

/** Records that an account was used to log in from a network. @returns whether the network is new to the account */
export const recordNetwork = async (
  { db, realNow }: Transaction,
  user_id: number,
  network: string,
): Promise<boolean> => {
  const known = await select(db).get({ user_id, network })
  await upsert(db).run({ user_id, network, last_login_at: realNow })
  return known === undefined
}

/** Whether there are networks from which their account has not logged in since an instant. */
export const hasUnusedNetworks = async (read: Reader, since: Instant): Promise<boolean> => {
  const rows = await read.select().from(user_networks).where(lt(user_networks.last_login_at, since)).limit(1)
  return rows.length > 0
}

/** Deletes the networks from which their account has not logged in since an instant. */
export const deleteUnusedNetworks = async ({ db }: Transaction, since: Instant): Promise<void> => {
  await db.delete(user_networks).where(lt(user_networks.last_login_at, since))
}

/** No cached response depends on the networks. */
export const trackedTables: TrackedTable[] = [{ table: getTableName(user_networks), changes: [] }]
