import type { Static } from '@sinclair/typebox'
import { and, eq, sql } from 'drizzle-orm'
import { albums, labels, tracks } from '../../database/catalogueSchema.ts'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { allIds, type IdRange, inIdRange, integerParameter, rangeLimit } from '../../database/idRange.ts'
import { createdNow, placeholders, prepared, preparedForColumns, updatedNow } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { orNotFound, preferErrorFrom } from '../../errors.ts'
import { publicColumns } from '../publicColumns.ts'
import type * as records from '../records.ts'
import { labelJson, trackRelations } from '../relations.ts'
import type { AlbumChanges, ListedAlbum, NewAlbum, SingleAlbum } from './model.ts'

type Album = Static<typeof records.Album>

/** The columns of an album in lists and in the responses of writes. */
const listedColumns = { ...publicColumns(albums), label: labelJson(albums.label_id) }

const selectRange = prepared((on) =>
  on.select(listedColumns).from(albums).where(inIdRange(albums.id)).orderBy(albums.id).limit(rangeLimit).prepare(),
)

export const listAlbums = async (read: Reader, range = allIds): Promise<ListedAlbum[]> =>
  selectRange(read).all({ ...range })

const withId = eq(albums.id, sql.placeholder('id'))

const selectListedById = prepared((on) => on.select(listedColumns).from(albums).where(withId).prepare())

/** Reads the album without its tracks. @throws NotFound */
export const readListedAlbum = async (read: Reader, id: number): Promise<ListedAlbum> =>
  orNotFound('Album', id, await selectListedById(read).get({ id }))

const selectById = prepared((on) => on.select(publicColumns(albums)).from(albums).where(withId).prepare())

/** @throws NotFound */
export const requireAlbum = async (read: Reader, id: number): Promise<Album> =>
  orNotFound('Album', id, await selectById(read).get({ id }))

const selectTracks = prepared((on) =>
  on
    .select({ ...publicColumns(tracks), artists: trackRelations.artists, genres: trackRelations.genres })
    .from(tracks)
    .where(and(eq(tracks.album_id, integerParameter('id')), inIdRange(tracks.id)))
    .orderBy(tracks.id)
    .limit(rangeLimit)
    .prepare(),
)

/** Lists tracks of an album, as its response nests them. */
export const listAlbumTracks = async (read: Reader, id: number, range: IdRange): Promise<SingleAlbum['tracks']> =>
  selectTracks(read).all({ id, ...range })

/** Checks the references after a write has failed, since SQLite's foreign key error does not name the missing label. */
const requireLabel = (read: Reader, { label_id }: AlbumChanges) =>
  requireReferences(read, ['label_id', labels, [label_id]])

const columns = ['title', 'cover_path', 'release_date', 'duration_seconds', 'type', 'label_id'] as const

const insert = prepared((on: Writer) =>
  on
    .insert(albums)
    .values({ ...placeholders(...columns), ...createdNow })
    .returning({ id: albums.id })
    .prepare(),
)

const defaults = {
  cover_path: null,
  release_date: null,
  duration_seconds: null,
  type: 'album',
  label_id: null,
} as const

/** @throws ValidationError for a label that doesn't exist. */
export const createAlbum = async (tx: Writer, now: Instant, fields: NewAlbum): Promise<ListedAlbum> => {
  const create = async () => {
    const { id } = await insert(tx).get({ ...defaults, ...fields, now })
    return readListedAlbum(tx, id)
  }
  return create().catch(preferErrorFrom(() => requireLabel(tx, fields)))
}

const update = preparedForColumns(columns, (on, changed) =>
  on
    .update(albums)
    .set({ ...changed, ...updatedNow })
    .where(withId)
    .returning({ id: albums.id })
    .prepare(),
)

/** Changes the given fields, and nothing else. @throws NotFound; ValidationError as `createAlbum`. */
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
  return orNotFound('Album', id, await change().catch(preferErrorFrom(() => requireLabel(tx, changes))))
}

const deleteById = prepared((on: Writer) =>
  on
    .delete(albums)
    .where(eq(albums.id, sql.placeholder('id')))
    .returning({ id: albums.id })
    .prepare(),
)

/** Deletes an album. Its tracks remain, without an album. @throws NotFound */
export const deleteAlbum = async (tx: Writer, id: number): Promise<void> => {
  orNotFound('Album', id, await deleteById(tx).get({ id }))
}
