import type { Static } from '@sinclair/typebox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { artist_track, artists, labels, tracks } from '../../database/catalogueSchema.ts'
import type { Instant } from '../../database/clock.ts'
import type { Reader, Writer } from '../../database/connection.ts'
import { allIds, type IdRange, inIdRange, integerParameter, rangeLimit } from '../../database/idRange.ts'
import { createdNow, placeholders, prepared, preparedForColumns, updatedNow } from '../../database/prepared.ts'
import { requireReferences } from '../../database/references.ts'
import { orNotFound, preferErrorFrom } from '../../errors.ts'
import { publicColumns } from '../publicColumns.ts'
import type * as records from '../records.ts'
import { labelJson, trackRelations } from '../relations.ts'
import type { ArtistChanges, ListedArtist, NewArtist, SingleArtist } from './model.ts'

type Artist = Static<typeof records.Artist>

/** The columns of an artist in lists and in the responses of writes. */
const listedColumns = { ...publicColumns(artists), label: labelJson(artists.label_id) }

const selectRange = prepared((on) =>
  on.select(listedColumns).from(artists).where(inIdRange(artists.id)).orderBy(artists.id).limit(rangeLimit).prepare(),
)

export const listArtists = async (read: Reader, range = allIds): Promise<ListedArtist[]> =>
  selectRange(read).all({ ...range })

const withId = eq(artists.id, sql.placeholder('id'))

const selectListedById = prepared((on) => on.select(listedColumns).from(artists).where(withId).prepare())

/** Reads the artist without its tracks. @throws NotFound */
export const readListedArtist = async (read: Reader, id: number): Promise<ListedArtist> =>
  orNotFound('Artist', id, await selectListedById(read).get({ id }))

const selectById = prepared((on) => on.select(publicColumns(artists)).from(artists).where(withId).prepare())

/** @throws NotFound */
export const requireArtist = async (read: Reader, id: number): Promise<Artist> =>
  orNotFound('Artist', id, await selectById(read).get({ id }))

const selectTracks = prepared((on) => {
  // In a subselect, since SQLite does not search the index for the range of ids when it joins.
  const ids = on
    .select({ id: artist_track.track_id })
    .from(artist_track)
    .where(and(eq(artist_track.artist_id, integerParameter('id')), inIdRange(artist_track.track_id)))
    .orderBy(artist_track.track_id)
    .limit(rangeLimit)
  return on
    .select({ ...publicColumns(tracks), album: trackRelations.album, genres: trackRelations.genres })
    .from(tracks)
    .where(inArray(tracks.id, ids))
    .orderBy(tracks.id)
    .prepare()
})

/** Lists tracks of an artist, as its response nests them. */
export const listArtistTracks = async (read: Reader, id: number, range: IdRange): Promise<SingleArtist['tracks']> =>
  selectTracks(read).all({ id, ...range })

/** Checks the references after a write has failed, since SQLite's foreign key error does not name the missing label. */
const requireLabel = (read: Reader, { label_id }: ArtistChanges) =>
  requireReferences(read, ['label_id', labels, [label_id]])

const columns = ['name', 'cover_path', 'release_date', 'label_id', 'duration'] as const

const insert = prepared((on: Writer) =>
  on
    .insert(artists)
    .values({ ...placeholders(...columns), ...createdNow })
    .returning({ id: artists.id })
    .prepare(),
)

const defaults = { cover_path: null, release_date: null, label_id: null, duration: null } as const

/** @throws ValidationError for a label that doesn't exist. */
export const createArtist = async (tx: Writer, now: Instant, fields: NewArtist): Promise<ListedArtist> => {
  const create = async () => {
    const { id } = await insert(tx).get({ ...defaults, ...fields, now })
    return readListedArtist(tx, id)
  }
  return create().catch(preferErrorFrom(() => requireLabel(tx, fields)))
}

const update = preparedForColumns(columns, (on, changed) =>
  on
    .update(artists)
    .set({ ...changed, ...updatedNow })
    .where(withId)
    .returning({ id: artists.id })
    .prepare(),
)

/** Changes the given fields, and nothing else. @throws NotFound; ValidationError as `createArtist`. */
export const updateArtist = async (
  tx: Writer,
  now: Instant,
  id: number,
  changes: ArtistChanges,
): Promise<ListedArtist> => {
  const change = async () => {
    if (!(await update(tx, changes).get({ ...changes, id, now }))) return
    return readListedArtist(tx, id)
  }
  return orNotFound('Artist', id, await change().catch(preferErrorFrom(() => requireLabel(tx, changes))))
}

const deleteById = prepared((on: Writer) =>
  on
    .delete(artists)
    .where(eq(artists.id, sql.placeholder('id')))
    .returning({ id: artists.id })
    .prepare(),
)

/** Deletes an artist. Its tracks remain, without it. @throws NotFound */
export const deleteArtist = async (tx: Writer, id: number): Promise<void> => {
  orNotFound('Artist', id, await deleteById(tx).get({ id }))
}
