import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import { labels } from '../../database/catalogueSchema.ts'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { allIds, inIdRange, rangeLimit } from '../../database/idRange.ts'
import { createdNow, placeholders, prepared, updatedNow } from '../../database/prepared.ts'
import { orNotFound } from '../../errors.ts'
import { publicColumns } from '../publicColumns.ts'
import type * as records from '../records.ts'

type Label = Static<typeof records.Label>

const selectRange = prepared((on) =>
  on
    .select(publicColumns(labels))
    .from(labels)
    .where(inIdRange(labels.id))
    .orderBy(labels.id)
    .limit(rangeLimit)
    .prepare(),
)

export const listLabels = async (read: Reader, range = allIds): Promise<Label[]> => selectRange(read).all({ ...range })

const selectById = prepared((on) =>
  on
    .select(publicColumns(labels))
    .from(labels)
    .where(eq(labels.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const readLabel = async (read: Reader, id: number): Promise<Label> =>
  orNotFound('Label', id, await selectById(read).get({ id }))

const insert = prepared((on: Writer) =>
  on
    .insert(labels)
    .values({ ...placeholders('name'), ...createdNow })
    .returning(publicColumns(labels))
    .prepare(),
)

export const createLabel = async (tx: Writer, now: Instant, name: string): Promise<Label> =>
  insert(tx).get({ name, now })

const update = prepared((on: Writer) =>
  on
    .update(labels)
    .set({ ...placeholders('name'), ...updatedNow })
    .where(eq(labels.id, sql.placeholder('id')))
    .returning(publicColumns(labels))
    .prepare(),
)

/** @throws NotFound */
export const updateLabel = async (tx: Writer, now: Instant, id: number, name: string): Promise<Label> =>
  orNotFound('Label', id, await update(tx).get({ id, name, now }))

const deleteById = prepared((on: Writer) =>
  on
    .delete(labels)
    .where(eq(labels.id, sql.placeholder('id')))
    .returning({ id: labels.id })
    .prepare(),
)

/** Deletes a label. Its artists and albums remain, without a label. @throws NotFound */
export const deleteLabel = async (tx: Writer, id: number): Promise<void> => {
  orNotFound('Label', id, await deleteById(tx).get({ id }))
}
