import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { artists, labels } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/stretch.ts'
import { found } from '../../faults.ts'
import { shown } from '../columns.ts'
import { labelOf, labelsOf } from '../label/store.ts'
import type * as records from '../records.ts'
import { tracksIn, tracksOfArtist } from '../track/nested.ts'
import type { ArtistChanges, ListedArtist, NewArtist, SingleArtist } from './model.ts'

type Artist = Static<typeof records.Artist>

const byStretch = prepared((on) =>
  on.select(shown.artist).from(artists).where(inStretch(artists.id)).orderBy(artists.id).limit(most).prepare(),
)

export const listArtists = async (read: Reader, stretch = everything): Promise<ListedArtist[]> => {
  const rows: Artist[] = await byStretch(read).all({ ...stretch })
  const label = await labelsOf(read, rows)
  return rows.map((artist) => ({ ...artist, label: label(artist) }))
}

const byId = prepared((on) =>
  on
    .select(shown.artist)
    .from(artists)
    .where(eq(artists.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const requireArtist = async (read: Reader, id: number): Promise<Artist> =>
  found('Artist', id, await byId(read).get({ id }))

const theirs = tracksIn(tracksOfArtist)

/** The artist with its label and its tracks. @throws NotFound */
export const readArtist = async (read: Reader, id: number): Promise<SingleArtist> => {
  const artist = await requireArtist(read, id)
  const albums = await theirs.albums(read, { id })
  const genres = await theirs.genres(read, { id })
  const rows = await theirs.tracks(read, { id })
  const tracks = rows.map((track) => ({ ...track, album: albums(track.album_id), genres: genres(track.id) }))
  return { ...artist, label: await labelOf(read, artist), tracks }
}

const columns = given('name', 'cover_path', 'release_date', 'label_id', 'duration')

const insert = prepared((on: Writer) =>
  on
    .insert(artists)
    .values({ ...columns, ...madeNow })
    .returning(shown.artist)
    .prepare(),
)

const blank = { cover_path: null, release_date: null, label_id: null, duration: null } as const

/** @throws Invalid for a label that doesn't exist. */
export const createArtist = async (tx: Writer, now: Instant, fields: NewArtist): Promise<ListedArtist> => {
  await requireReferences(tx, ['label_id', labels, [fields.label_id]])
  const artist: Artist = await insert(tx).get({ ...blank, ...fields, now })
  return { ...artist, label: await labelOf(tx, artist) }
}

const update = prepared((on: Writer) =>
  on
    .update(artists)
    .set({ ...columns, ...changedNow })
    .where(eq(artists.id, sql.placeholder('id')))
    .returning(shown.artist)
    .prepare(),
)

/** Changes what is given, and nothing else. @throws NotFound; Invalid as `createArtist`. */
export const updateArtist = async (
  tx: Writer,
  now: Instant,
  id: number,
  changes: ArtistChanges,
): Promise<ListedArtist> => {
  const before = await requireArtist(tx, id)
  await requireReferences(tx, ['label_id', labels, [changes.label_id]])
  const artist: Artist = await update(tx).get({ ...before, ...changes, now })
  return { ...artist, label: await labelOf(tx, artist) }
}

const remove = prepared((on: Writer) =>
  on
    .delete(artists)
    .where(eq(artists.id, sql.placeholder('id')))
    .returning({ id: artists.id })
    .prepare(),
)

/** Its tracks go on without it. @throws NotFound */
export const deleteArtist = async (tx: Writer, id: number): Promise<void> => {
  found('Artist', id, await remove(tx).get({ id }))
}
