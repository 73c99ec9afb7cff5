import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { albums, artists, genres, tracks } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/stretch.ts'
import { found } from '../../faults.ts'
import { shown } from '../columns.ts'
import { labelOf } from '../label/store.ts'
import type * as records from '../records.ts'
import type { ListedTrack, NewTrack, SingleTrack, TrackChanges } from './model.ts'
import { oneTrack, tracksIn, tracksInStretch, tracksLikedBy } from './nested.ts'
import { syncArtists, syncGenres } from './pairs.ts'

const stretched = tracksIn(tracksInStretch)
const one = tracksIn(oneTrack)
const liked = tracksIn(tracksLikedBy)

type Track = Static<typeof records.Track>

const nest = async (
  rows: Track[],
  from: typeof one,
  read: Reader,
  values: Record<string, number>,
): Promise<ListedTrack[]> => {
  const [album, artistsOf, genresOf] = [
    await from.albums(read, values),
    await from.artists(read, values),
    await from.genres(read, values),
  ]
  return rows.map((track) => ({
    ...track,
    album: album(track.album_id),
    artists: artistsOf(track.id),
    genres: genresOf(track.id),
  }))
}

const byStretch = prepared((on) =>
  on.select(shown.track).from(tracks).where(inStretch(tracks.id)).orderBy(tracks.id).limit(most).prepare(),
)

export const listTracks = async (read: Reader, stretch = everything): Promise<ListedTrack[]> => {
  const rows: Track[] = await byStretch(read).all({ ...stretch })
  const [first, last] = [rows.at(0), rows.at(-1)]
  return first && last ? nest(rows, stretched, read, { from: first.id, to: last.id }) : []
}

/** The tracks that a user likes, by id. */
export const listLikedTracks = async (read: Reader, user_id: number): Promise<ListedTrack[]> => {
  const values = { id: user_id }
  return nest(await liked.tracks(read, values), liked, read, values)
}

/** The track as a write answers it. @throws NotFound */
const readListedTrack = async (read: Reader, id: number): Promise<ListedTrack> => {
  const [track] = await nest(await one.tracks(read, { id }), one, read, { id })
  return found('Track', id, track)
}

/** The track with its album's label. @throws NotFound */
export const readTrack = async (read: Reader, id: number): Promise<SingleTrack> => {
  const track = await readListedTrack(read, id)
  return { ...track, album: track.album && { ...track.album, label: await labelOf(read, track.album) } }
}

/** @throws NotFound */
export const requireTrack = async (read: Reader, id: number) => {
  const [track] = await one.tracks(read, { id })
  return found('Track', id, track)
}

const requireAll = (read: Reader, { album_id, artist_ids = [], genre_ids = [] }: TrackChanges) =>
  requireReferences(
    read,
    ['album_id', albums, [album_id]],
    ['artist_ids', artists, artist_ids],
    ['genre_ids', genres, genre_ids],
  )

const columns = given('title', 'file_path', 'duration_seconds', 'album_id')

const insert = prepared((on: Writer) =>
  on
    .insert(tracks)
    .values({ ...columns, ...madeNow })
    .returning({ id: tracks.id })
    .prepare(),
)

/** @throws Invalid for references to records that don't exist. */
export const createTrack = async (tx: Writer, now: Instant, track: NewTrack): Promise<ListedTrack> => {
  await requireAll(tx, track)
  const { id } = await insert(tx).get({ duration_seconds: null, album_id: null, ...track, now })
  await syncArtists(tx, now, id, track.artist_ids ?? [])
  await syncGenres(tx, now, id, track.genre_ids ?? [])
  return readListedTrack(tx, id)
}

const update = prepared((on: Writer) =>
  on
    .update(tracks)
    .set({ ...columns, ...changedNow })
    .where(eq(tracks.id, sql.placeholder('id')))
    .prepare(),
)

/** Changes what is given, and nothing else. @throws NotFound; Invalid as `createTrack`. */
export const updateTrack = async (
  tx: Writer,
  now: Instant,
  id: number,
  changes: TrackChanges,
): Promise<ListedTrack> => {
  const before = await requireTrack(tx, id)
  await requireAll(tx, changes)
  await update(tx).run({ ...before, ...changes, id, now })
  if (changes.artist_ids) await syncArtists(tx, now, id, changes.artist_ids)
  if (changes.genre_ids) await syncGenres(tx, now, id, changes.genre_ids)
  return readListedTrack(tx, id)
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
