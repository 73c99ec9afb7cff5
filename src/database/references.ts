import { sql } from 'drizzle-orm'
import { Invalid } from '../faults.ts'
import type { Reader } from './open.ts'
import { prepared } from './prepared.ts'
import type { albums, artists, genres, labels, roles } from './schema.ts'

type Referred = typeof albums | typeof artists | typeof genres | typeof labels | typeof roles

/** As many as a message names. */
const named = 100

const statements = new Map<Referred, ReturnType<typeof missingIn>>()

// One parameter for any number of ids: a list of parameters would have a limit.
const missingIn = (table: Referred) =>
  prepared((on) =>
    on
      .select({ id: sql<number>`value` })
      .from(sql`json_each(${sql.placeholder('ids')})`)
      .where(sql`value not in (select id from ${table})`)
      .prepare(),
  )

/**
 * Makes sure that a body refers only to records that exist; null and undefined refer to none.
 * @throws Invalid under the field's name, naming the ids that don't.
 */
export const requireIds = async (
  read: Reader,
  field: string,
  table: Referred,
  ids: readonly (number | null | undefined)[],
): Promise<void> => {
  const given = ids.filter((id) => id !== null && id !== undefined)
  if (given.length === 0) return
  if (!statements.has(table)) statements.set(table, missingIn(table))
  const missing =
    (await statements
      .get(table)?.(read)
      .all({ ids: JSON.stringify(given) })) ?? []
  if (missing.length === 0) return
  const more = missing.length > named ? ` and ${missing.length - named} more` : ''
  const list =
    missing
      .slice(0, named)
      .map(({ id }) => id)
      .join(', ') + more
  throw new Invalid({ [field]: [`The ${field} names records that do not exist: ${list}.`] })
}
