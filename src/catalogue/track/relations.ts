import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'
import { artist_track, genre_track } from '../../database/schema.ts'

// The ids go in as one JSON parameter, so that a set of any size is one prepared statement.
const given = sql`(select value from json_each(${sql.placeholder('ids')}))`
const track_id = sql.placeholder('track_id')
const now = sql.placeholder('now')

const dropArtists = prepared((on: Writer) =>
  on
    .delete(artist_track)
    .where(and(eq(artist_track.track_id, track_id), sql`${artist_track.artist_id} not in ${given}`))
    .prepare(),
)

// "where true" keeps SQLite from reading "on conflict" as the condition of a join.
const addArtists = prepared((on: Writer) =>
  on
    .insert(artist_track)
    .select(sql`select ${track_id}, value, ${now}, ${now} from json_each(${sql.placeholder('ids')}) where true`)
    .onConflictDoNothing()
    .prepare(),
)

/** Ties the track to these artists, too. A pair that is there already keeps its stamps. */
export const attachArtists = async (tx: Writer, now: Instant, track_id: number, ids: number[] = []): Promise<void> => {
  if (ids.length > 0) await addArtists(tx).run({ track_id, now, ids: JSON.stringify(ids) })
}

/** Ties the track to exactly these artists. */
export const syncArtists = async (tx: Writer, now: Instant, track_id: number, ids: number[]): Promise<void> => {
  await dropArtists(tx).run({ track_id, ids: JSON.stringify(ids) })
  await attachArtists(tx, now, track_id, ids)
}

const dropGenres = prepared((on: Writer) =>
  on
    .delete(genre_track)
    .where(and(eq(genre_track.track_id, track_id), sql`${genre_track.genre_id} not in ${given}`))
    .prepare(),
)

const addGenres = prepared((on: Writer) =>
  on
    .insert(genre_track)
    .select(sql`select ${track_id}, value, ${now}, ${now} from json_each(${sql.placeholder('ids')}) where true`)
    .onConflictDoNothing()
    .prepare(),
)

/** Ties the track to these genres, too. A pair that is there already keeps its stamps. */
export const attachGenres = async (tx: Writer, now: Instant, track_id: number, ids: number[] = []): Promise<void> => {
  if (ids.length > 0) await addGenres(tx).run({ track_id, now, ids: JSON.stringify(ids) })
}

/** Ties the track to exactly these genres. */
export const syncGenres = async (tx: Writer, now: Instant, track_id: number, ids: number[]): Promise<void> => {
  await dropGenres(tx).run({ track_id, ids: JSON.stringify(ids) })
  await attachGenres(tx, now, track_id, ids)
}
