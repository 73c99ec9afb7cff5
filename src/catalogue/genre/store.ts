import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared } from '../../database/prepared.ts'
import { genres } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/idRange.ts'
import { found } from '../../errors.ts'
import { shown } from '../publicColumns.ts'
import type * as records from '../records.ts'

type Genre = Static<typeof records.Genre>

const byStretch = prepared((on) =>
  on.select(shown.genre).from(genres).where(inStretch(genres.id)).orderBy(genres.id).limit(most).prepare(),
)

export const listGenres = async (read: Reader, stretch = everything): Promise<Genre[]> =>
  byStretch(read).all({ ...stretch })

const byId = prepared((on) =>
  on
    .select(shown.genre)
    .from(genres)
    .where(eq(genres.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const readGenre = async (read: Reader, id: number): Promise<Genre> =>
  found('Genre', id, await byId(read).get({ id }))

const insert = prepared((on: Writer) =>
  on
    .insert(genres)
    .values({ ...given('name'), ...madeNow })
    .returning(shown.genre)
    .prepare(),
)

export const createGenre = async (tx: Writer, now: Instant, name: string): Promise<Genre> =>
  insert(tx).get({ name, now })

const rename = prepared((on: Writer) =>
  on
    .update(genres)
    .set({ ...given('name'), ...changedNow })
    .where(eq(genres.id, sql.placeholder('id')))
    .returning(shown.genre)
    .prepare(),
)

/** @throws NotFound */
export const updateGenre = async (tx: Writer, now: Instant, id: number, name: string): Promise<Genre> =>
  found('Genre', id, await rename(tx).get({ id, name, now }))

const remove = prepared((on: Writer) =>
  on
    .delete(genres)
    .where(eq(genres.id, sql.placeholder('id')))
    .returning({ id: genres.id })
    .prepare(),
)

/** Tracks of the genre go on without it. @throws NotFound */
export const deleteGenre = async (tx: Writer, id: number): Promise<void> => {
  found('Genre', id, await remove(tx).get({ id }))
}
