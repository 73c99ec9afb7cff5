import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared, preparedFor } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { albums, artists, genres, tracks } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/idRange.ts'
import { found, unless } from '../../errors.ts'
import { shown } from '../publicColumns.ts'
import { ofTrack } from '../relations.ts'
import type { ListedTrack, NewTrack, SingleTrack, TrackChanges } from './model.ts'
import { syncArtists, syncGenres, tieArtists, tieGenres } from './relations.ts'

const { albumWithLabel, ...listed } = ofTrack

/** A track as lists and writes show it, column by column. */
export const listedTrack = { ...shown.track, ...listed }

const byStretch = prepared((on) =>
  on.select(listedTrack).from(tracks).where(inStretch(tracks.id)).orderBy(tracks.id).limit(most).prepare(),
)

export const listTracks = async (read: Reader, stretch = everything): Promise<ListedTrack[]> =>
  byStretch(read).all({ ...stretch })

const withId = eq(tracks.id, sql.placeholder('id'))

const listedById = prepared((on) => on.select(listedTrack).from(tracks).where(withId).prepare())

/** The track as a write answers it. @throws NotFound */
const readListedTrack = async (read: Reader, id: number): Promise<ListedTrack> =>
  found('Track', id, await listedById(read).get({ id }))

const singleById = prepared((on) =>
  on
    .select({ ...listedTrack, album: albumWithLabel })
    .from(tracks)
    .where(withId)
    .prepare(),
)

/** The track with its album's label. @throws NotFound */
export const readTrack = async (read: Reader, id: number): Promise<SingleTrack> =>
  found('Track', id, await singleById(read).get({ id }))

const byId = prepared((on) => on.select(shown.track).from(tracks).where(withId).prepare())

/** @throws NotFound */
export const requireTrack = async (read: Reader, id: number) => found('Track', id, await byId(read).get({ id }))

/** SQLite minds references by itself. Which of them lead nowhere is looked for only when one does. */
const requireAll = (read: Reader, { album_id, artist_ids = [], genre_ids = [] }: TrackChanges) =>
  requireReferences(
    read,
    ['album_id', albums, [album_id]],
    ['artist_ids', artists, artist_ids],
    ['genre_ids', genres, genre_ids],
  )

const columns = ['title', 'file_path', 'duration_seconds', 'album_id'] as const

const insert = prepared((on: Writer) =>
  on
    .insert(tracks)
    .values({ ...given(...columns), ...madeNow })
    .returning({ id: tracks.id })
    .prepare(),
)

/** @throws Invalid for references to records that don't exist. */
export const createTrack = async (tx: Writer, now: Instant, track: NewTrack): Promise<ListedTrack> => {
  const create = async () => {
    const { id } = await insert(tx).get({ duration_seconds: null, album_id: null, ...track, now })
    await tieArtists(tx, now, id, track.artist_ids)
    await tieGenres(tx, now, id, track.genre_ids)
    return readListedTrack(tx, id)
  }
  return create().catch(unless(() => requireAll(tx, track)))
}

const update = preparedFor(columns, (on, changed) =>
  on
    .update(tracks)
    .set({ ...changed, ...changedNow })
    .where(withId)
    .returning({ id: tracks.id })
    .prepare(),
)

/** Changes what is given, and nothing else. @throws NotFound; Invalid as `createTrack`. */
export const updateTrack = async (
  tx: Writer,
  now: Instant,
  id: number,
  changes: TrackChanges,
): Promise<ListedTrack> => {
  const change = async () => {
    if (!(await update(tx, changes).get({ ...changes, id, now }))) return
    if (changes.artist_ids) await syncArtists(tx, now, id, changes.artist_ids)
    if (changes.genre_ids) await syncGenres(tx, now, id, changes.genre_ids)
    return readListedTrack(tx, id)
  }
  return found('Track', id, await change().catch(unless(() => requireAll(tx, changes))))
}

const remove = prepared((on: Writer) =>
  on
    .delete(tracks)
    .where(eq(tracks.id, sql.placeholder('id')))
    .returning({ id: tracks.id })
    .prepare(),
)

/** Its likes and its ties to artists and genres go with it. @throws NotFound */
export const deleteTrack = async (tx: Writer, id: number): Promise<void> => {
  found('Track', id, await remove(tx).get({ id }))
}
