import { eq, sql } from 'drizzle-orm'
import { albums, artists, genres, tracks } from '../../database/catalogueSchema.ts'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { allIds, inIdRange, rangeLimit } from '../../database/idRange.ts'
import { createdNow, placeholders, prepared, preparedForColumns, updatedNow } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { orNotFound, preferErrorFrom } from '../../errors.ts'
import { publicColumns } from '../publicColumns.ts'
import { trackRelations } from '../relations.ts'
import type { ListedTrack, NewTrack, SingleTrack, TrackChanges } from './model.ts'
import { attachArtists, attachGenres, syncArtists, syncGenres } from './relations.ts'

const { albumWithLabel, ...listed } = trackRelations

/** The columns of a track in lists and in the responses of writes. */
export const listedTrackColumns = { ...publicColumns(tracks), ...listed }

const selectRange = prepared((on) =>
  on.select(listedTrackColumns).from(tracks).where(inIdRange(tracks.id)).orderBy(tracks.id).limit(rangeLimit).prepare(),
)

export const listTracks = async (read: Reader, range = allIds): Promise<ListedTrack[]> =>
  selectRange(read).all({ ...range })

const withId = eq(tracks.id, sql.placeholder('id'))

const selectListedById = prepared((on) => on.select(listedTrackColumns).from(tracks).where(withId).prepare())

/** Reads the track as a write returns it. @throws NotFound */
const readListedTrack = async (read: Reader, id: number): Promise<ListedTrack> =>
  orNotFound('Track', id, await selectListedById(read).get({ id }))

const selectSingleById = prepared((on) =>
  on
    .select({ ...listedTrackColumns, album: albumWithLabel })
    .from(tracks)
    .where(withId)
    .prepare(),
)

/** Reads the track with its album's label. @throws NotFound */
export const readTrack = async (read: Reader, id: number): Promise<SingleTrack> =>
  orNotFound('Track', id, await selectSingleById(read).get({ id }))

const selectById = prepared((on) => on.select(publicColumns(tracks)).from(tracks).where(withId).prepare())

/** @throws NotFound */
export const requireTrack = async (read: Reader, id: number) =>
  orNotFound('Track', id, await selectById(read).get({ id }))

/**
 * Checks the references after a write has failed, since SQLite's foreign key error does not name the missing records.
 */
const requireTrackReferences = (read: Reader, { album_id, artist_ids = [], genre_ids = [] }: TrackChanges) =>
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
    .values({ ...placeholders(...columns), ...createdNow })
    .returning({ id: tracks.id })
    .prepare(),
)

/** @throws ValidationError for references to records that don't exist. */
export const createTrack = async (tx: Writer, now: Instant, track: NewTrack): Promise<ListedTrack> => {
  const create = async () => {
    const { id } = await insert(tx).get({ duration_seconds: null, album_id: null, ...track, now })
    await attachArtists(tx, now, id, track.artist_ids)
    await attachGenres(tx, now, id, track.genre_ids)
    return readListedTrack(tx, id)
  }
  return create().catch(preferErrorFrom(() => requireTrackReferences(tx, track)))
}

const update = preparedForColumns(columns, (on, changed) =>
  on
    .update(tracks)
    .set({ ...changed, ...updatedNow })
    .where(withId)
    .returning({ id: tracks.id })
    .prepare(),
)

/** Changes the given fields, and nothing else. @throws NotFound; ValidationError as `createTrack`. */
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
  return orNotFound('Track', id, await change().catch(preferErrorFrom(() => requireTrackReferences(tx, changes))))
}

const deleteById = prepared((on: Writer) =>
  on
    .delete(tracks)
    .where(eq(tracks.id, sql.placeholder('id')))
    .returning({ id: tracks.id })
    .prepare(),
)

/** Deletes a track with its likes and its links to artists and genres. @throws NotFound */
export const deleteTrack = async (tx: Writer, id: number): Promise<void> => {
  orNotFound('Track', id, await deleteById(tx).get({ id }))
}
