import type { Static } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { changedNow, given, madeNow, prepared, preparedFor } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { albums, labels, tracks } from '../../database/schema.ts'
import { everything, inStretch, most } from '../../database/idRange.ts'
import { found, unless } from '../../errors.ts'
import { shown } from '../publicColumns.ts'
import { labelBy, ofTrack } from '../relations.ts'
import type * as records from '../records.ts'
import type { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'

type Album = Static<typeof records.Album>

/** An album as lists and writes show it, column by column. */
const listed = { ...shown.album, label: labelBy(albums.label_id) }

const byStretch = prepared((on) =>
  on.select(listed).from(albums).where(inStretch(albums.id)).orderBy(albums.id).limit(most).prepare(),
)

export const listAlbums = async (read: Reader, stretch = everything): Promise<ListedAlbum[]> =>
  byStretch(read).all({ ...stretch })

const withId = eq(albums.id, sql.placeholder('id'))

const listedById = prepared((on) => on.select(listed).from(albums).where(withId).prepare())

/** The album as a write answers it. @throws NotFound */
const readListedAlbum = async (read: Reader, id: number): Promise<ListedAlbum> =>
  found('Album', id, await listedById(read).get({ id }))

const byId = prepared((on) => on.select(shown.album).from(albums).where(withId).prepare())

/** @throws NotFound */
export const requireAlbum = async (read: Reader, id: number): Promise<Album> =>
  found('Album', id, await byId(read).get({ id }))

const theirTracks = prepared((on) =>
  on
    .select({ ...shown.track, artists: ofTrack.artists, genres: ofTrack.genres })
    .from(tracks)
    .where(eq(tracks.album_id, sql.placeholder('id')))
    .orderBy(tracks.id)
    .prepare(),
)

/** The album with its label and its tracks; ask for it in one snapshot. @throws NotFound */
export const readAlbum = async (read: Reader, id: number): Promise<SingleAlbum> => ({
  ...(await readListedAlbum(read, id)),
  tracks: await theirTracks(read).all({ id }),
})

/** SQLite minds the reference by itself. This says what is wrong with it. */
const requireLabel = (read: Reader, { label_id }: AlbumChanges) =>
  requireReferences(read, ['label_id', labels, [label_id]])

const columns = ['title', 'cover_path', 'release_date', 'duration_seconds', 'type', 'label_id'] as const

const insert = prepared((on: Writer) =>
  on
    .insert(albums)
    .values({ ...given(...columns), ...madeNow })
    .returning({ id: albums.id })
    .prepare(),
)

const blank = { cover_path: null, release_date: null, duration_seconds: null, type: 'album', label_id: null } as const

/** @throws Invalid for a label that doesn't exist. */
export const createAlbum = async (tx: Writer, now: Instant, fields: NewAlbum): Promise<ListedAlbum> => {
  const create = async () => {
    const { id } = await insert(tx).get({ ...blank, ...fields, now })
    return readListedAlbum(tx, id)
  }
  return create().catch(unless(() => requireLabel(tx, fields)))
}

const update = preparedFor(columns, (on, changed) =>
  on
    .update(albums)
    .set({ ...changed, ...changedNow })
    .where(withId)
    .returning({ id: albums.id })
    .prepare(),
)

/** Changes what is given, and nothing else. @throws NotFound; Invalid as `createAlbum`. */
export const updateAlbum = async (
  tx: Writer,
  now: Instant,
  id: number,
  changes: AlbumChanges,
): Promise<ListedAlbum> => {
  const change = async () => {
    if (!(await update(tx, changes).get({ ...changes, id, now }))) return
    return readListedAlbum(tx, id)
  }
  return found('Album', id, await change().catch(unless(() => requireLabel(tx, changes))))
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
