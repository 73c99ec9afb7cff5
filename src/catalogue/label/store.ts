import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared } from '../../database/prepared.ts'
import { labels } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/idRange.ts'
import { found } from '../../errors.ts'
import { shown } from '../publicColumns.ts'
import type * as records from '../records.ts'

type Label = Static<typeof records.Label>

const byStretch = prepared((on) =>
  on.select(shown.label).from(labels).where(inStretch(labels.id)).orderBy(labels.id).limit(most).prepare(),
)

export const listLabels = async (read: Reader, stretch = everything): Promise<Label[]> =>
  byStretch(read).all({ ...stretch })

const byId = prepared((on) =>
  on
    .select(shown.label)
    .from(labels)
    .where(eq(labels.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const readLabel = async (read: Reader, id: number): Promise<Label> =>
  found('Label', id, await byId(read).get({ id }))

const insert = prepared((on: Writer) =>
  on
    .insert(labels)
    .values({ ...given('name'), ...madeNow })
    .returning(shown.label)
    .prepare(),
)

export const createLabel = async (tx: Writer, now: Instant, name: string): Promise<Label> =>
  insert(tx).get({ name, now })

const rename = prepared((on: Writer) =>
  on
    .update(labels)
    .set({ ...given('name'), ...changedNow })
    .where(eq(labels.id, sql.placeholder('id')))
    .returning(shown.label)
    .prepare(),
)

/** @throws NotFound */
export const updateLabel = async (tx: Writer, now: Instant, id: number, name: string): Promise<Label> =>
  found('Label', id, await rename(tx).get({ id, name, now }))

const remove = prepared((on: Writer) =>
  on
    .delete(labels)
    .where(eq(labels.id, sql.placeholder('id')))
    .returning({ id: labels.id })
    .prepare(),
)

/** Artists and albums of the label go on without one. @throws NotFound */
export const deleteLabel = async (tx: Writer, id: number): Promise<void> => {
  found('Label', id, await remove(tx).get({ id }))
}
