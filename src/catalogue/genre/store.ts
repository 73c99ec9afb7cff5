import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import { genres } from '../../database/catalogueSchema.ts'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { allIds, inIdRange, rangeLimit } from '../../database/idRange.ts'
import { createdNow, placeholders, prepared, updatedNow } from '../../database/prepared.ts'
import { orNotFound } from '../../errors.ts'
import { publicColumns } from '../publicColumns.ts'
import type * as records from '../records.ts'

type Genre = Static<typeof records.Genre>

const selectRange = prepared((on) =>
  on
    .select(publicColumns(genres))
    .from(genres)
    .where(inIdRange(genres.id))
    .orderBy(genres.id)
    .limit(rangeLimit)
    .prepare(),
)

export const listGenres = async (read: Reader, range = allIds): Promise<Genre[]> => selectRange(read).all({ ...range })

const selectById = prepared((on) =>
  on
    .select(publicColumns(genres))
    .from(genres)
    .where(eq(genres.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const readGenre = async (read: Reader, id: number): Promise<Genre> =>
  orNotFound('Genre', id, await selectById(read).get({ id }))

const insert = prepared((on: Writer) =>
  on
    .insert(genres)
    .values({ ...placeholders('name'), ...createdNow })
    .returning(publicColumns(genres))
    .prepare(),
)

export const createGenre = async (tx: Writer, now: Instant, name: string): Promise<Genre> =>
  insert(tx).get({ name, now })

const update = prepared((on: Writer) =>
  on
    .update(genres)
    .set({ ...placeholders('name'), ...updatedNow })
    .where(eq(genres.id, sql.placeholder('id')))
    .returning(publicColumns(genres))
    .prepare(),
)

/** @throws NotFound */
export const updateGenre = async (tx: Writer, now: Instant, id: number, name: string): Promise<Genre> =>
  orNotFound('Genre', id, await update(tx).get({ id, name, now }))

const deleteById = prepared((on: Writer) =>
  on
    .delete(genres)
    .where(eq(genres.id, sql.placeholder('id')))
    .returning({ id: genres.id })
    .prepare(),
)

/** Deletes a genre. Its tracks remain, without it. @throws NotFound */
export const deleteGenre = async (tx: Writer, id: number): Promise<void> => {
  orNotFound('Genre', id, await deleteById(tx).get({ id }))
}
