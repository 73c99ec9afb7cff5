import { and, eq, sql } from 'drizzle-orm'
import { artist_track, genre_track } from '../../database/catalogueSchema.ts'
import type { Instant } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import { idRows, isNotAmongIds } from '../../database/engineSql.ts'
import { prepared } from '../../database/prepared.ts'

const track_id = sql.placeholder('track_id')
const now = sql.placeholder('now')

const deleteOtherArtists = prepared((on: Writer) =>
  on
    .delete(artist_track)
    .where(and(eq(artist_track.track_id, track_id), isNotAmongIds(artist_track.artist_id, 'ids')))
    .prepare(),
)

// Without "where true" SQLite parses "on conflict" as the condition of a join.
const insertArtists = prepared((on: Writer) =>
  on
    .insert(artist_track)
    .select(sql`select ${track_id}, value, ${now}, ${now} from ${idRows('ids')} where true`)
    .onConflictDoNothing()
    .prepare(),
)

/** Adds artists to a track. A link that exists keeps its timestamps. */
export const attachArtists = async (tx: Writer, now: Instant, track_id: number, ids: number[] = []): Promise<void> => {
  if (ids.length > 0) await insertArtists(tx).run({ track_id, now, ids: JSON.stringify(ids) })
}

/** Replaces the artists of a track. A link that stays keeps its timestamps. */
export const syncArtists = async (tx: Writer, now: Instant, track_id: number, ids: number[]): Promise<void> => {
  await deleteOtherArtists(tx).run({ track_id, ids: JSON.stringify(ids) })
  await attachArtists(tx, now, track_id, ids)
}

const deleteOtherGenres = prepared((on: Writer) =>
  on
    .delete(genre_track)
    .where(and(eq(genre_track.track_id, track_id), isNotAmongIds(genre_track.genre_id, 'ids')))
    .prepare(),
)

const insertGenres = prepared((on: Writer) =>
  on
    .insert(genre_track)
    .select(sql`select ${track_id}, value, ${now}, ${now} from ${idRows('ids')} where true`)
    .onConflictDoNothing()
    .prepare(),
)

/** Adds genres to a track. A link that exists keeps its timestamps. */
export const attachGenres = async (tx: Writer, now: Instant, track_id: number, ids: number[] = []): Promise<void> => {
  if (ids.length > 0) await insertGenres(tx).run({ track_id, now, ids: JSON.stringify(ids) })
}

/** Replaces the genres of a track. A link that stays keeps its timestamps. */
export const syncGenres = async (tx: Writer, now: Instant, track_id: number, ids: number[]): Promise<void> => {
  await deleteOtherGenres(tx).run({ track_id, ids: JSON.stringify(ids) })
  await attachGenres(tx, now, track_id, ids)
}
