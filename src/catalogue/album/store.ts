import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { albums, labels } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/stretch.ts'
import { found } from '../../faults.ts'
import { shown } from '../columns.ts'
import { labelOf, labelsOf } from '../label/store.ts'
import type * as records from '../records.ts'
import { tracksIn, tracksOfAlbum } from '../track/nested.ts'
import type { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'

type Album = Static<typeof records.Album>

const byStretch = prepared((on) =>
  on.select(shown.album).from(albums).where(inStretch(albums.id)).orderBy(albums.id).limit(most).prepare(),
)

export const listAlbums = async (read: Reader, stretch = everything): Promise<ListedAlbum[]> => {
  const rows: Album[] = await byStretch(read).all({ ...stretch })
  const label = await labelsOf(read, rows)
  return rows.map((album) => ({ ...album, label: label(album) }))
}

const byId = prepared((on) =>
  on
    .select(shown.album)
    .from(albums)
    .where(eq(albums.id, sql.placeholder('id')))
    .prepare(),
)

/** @throws NotFound */
export const requireAlbum = async (read: Reader, id: number): Promise<Album> =>
  found('Album', id, await byId(read).get({ id }))

const theirs = tracksIn(tracksOfAlbum)

/** The album with its label and its tracks. @throws NotFound */
export const readAlbum = async (read: Reader, id: number): Promise<SingleAlbum> => {
  const album = await requireAlbum(read, id)
  const artists = await theirs.artists(read, { id })
  const genres = await theirs.genres(read, { id })
  const rows = await theirs.tracks(read, { id })
  const tracks = rows.map((track) => ({ ...track, artists: artists(track.id), genres: genres(track.id) }))
  return { ...album, label: await labelOf(read, album), tracks }
}

const columns = given('title', 'cover_path', 'release_date', 'duration_seconds', 'type', 'label_id')

const insert = prepared((on: Writer) =>
  on
    .insert(albums)
    .values({ ...columns, ...madeNow })
    .returning(shown.album)
    .prepare(),
)

const blank = { cover_path: null, release_date: null, duration_seconds: null, type: 'album', label_id: null } as const

/** @throws Invalid for a label that doesn't exist. */
export const createAlbum = async (tx: Writer, now: Instant, fields: NewAlbum): Promise<ListedAlbum> => {
  await requireReferences(tx, ['label_id', labels, [fields.label_id]])
  const album: Album = await insert(tx).get({ ...blank, ...fields, now })
  return { ...album, label: await labelOf(tx, album) }
}

const update = prepared((on: Writer) =>
  on
    .update(albums)
    .set({ ...columns, ...changedNow })
    .where(eq(albums.id, sql.placeholder('id')))
    .returning(shown.album)
    .prepare(),
)

/** Changes what is given, and nothing else. @throws NotFound; Invalid as `createAlbum`. */
export const updateAlbum = async (
  tx: Writer,
  now: Instant,
  id: number,
  changes: AlbumChanges,
): Promise<ListedAlbum> => {
  const before = await requireAlbum(tx, id)
  await requireReferences(tx, ['label_id', labels, [changes.label_id]])
  const album: Album = await update(tx).get({ ...before, ...changes, now })
  return { ...album, label: await labelOf(tx, album) }
}

const remove = prepared((on: Writer) =>
  on
    .delete(albums)
    .where(eq(albums.id, sql.placeholder('id')))
    .returning({ id: albums.id })
    .prepare(),
)

/** Its tracks go on without an album. @throws NotFound */
export const deleteAlbum = async (tx: Writer, id: number): Promise<void> => {
  found('Album', id, await remove(tx).get({ id }))
}
