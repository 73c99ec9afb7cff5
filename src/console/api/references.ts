import { Type } from '@sinclair/typebox'
import type { Column } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { readUser } from '../../auth/users/store.ts'
import { requireRecord } from '../../catalogue/store.ts'
import { tokens } from '../../database/accountSchema.ts'
import { albums, artist_track, artists, genre_track, tracks } from '../../database/catalogueSchema.ts'
import type { Reader } from '../../database/connection.ts'
import { likes } from '../../database/likeSchema.ts'
import { countReferences } from '../../database/references.ts'
import { parsePathId, type RecordPath } from '../../http/ids.ts'
import { errorResponses } from '../../http/schemas.ts'
import { keysOf, mapValues } from '../../records.ts'
import type { ConsoleDeps } from '../deps.ts'

/** The records that would have no label any more. */
export const LabelReferences = Type.Object({ artists: Type.Integer(), albums: Type.Integer() })

/** The tracks that would lose a genre, an artist or their album. */
export const TrackLinks = Type.Object({ tracks: Type.Integer() })

/** The likes, and the links to artists and genres, that would be deleted with a track. */
export const TrackReferences = Type.Object({
  likes: Type.Integer(),
  artists: Type.Integer(),
  genres: Type.Integer(),
})

/** What would be deleted with a user. */
export const UserReferences = Type.Object({ tokens: Type.Integer(), likes: Type.Integer() })

const describe = (kind: string, summary: string) => ({ operationId: `count${kind}References`, summary })

/** What a deletion would affect: everything that it changes or deletes beside the record itself. */
export const referenceRoutes = ({ library, guards }: ConsoleDeps) => {
  /** Counts the rows whose columns refer to a record. `requireRecord` throws NotFound if there is no such record. */
  const respond =
    <Name extends string>(
      kind: string,
      requireRecord: (read: Reader, id: number) => Promise<unknown>,
      columns: Record<Name, Column>,
    ) =>
    ({ params }: { params: RecordPath }): Promise<Record<Name, number>> => {
      const id = parsePathId(kind, params)
      return library.snapshot(async (read) => {
        await requireRecord(read, id)
        const counts = mapValues(columns, () => 0)
        for (const name of keysOf(columns)) counts[name] = await countReferences(read, columns[name], id)
        return counts
      })
    }

  return new Elysia({ prefix: '/references' })
    .use(guards.adminOnly)
    .get(
      '/labels/:id',
      respond('Label', (read, id) => requireRecord(read, 'labels', id), {
        artists: artists.label_id,
        albums: albums.label_id,
      }),
      {
        detail: describe('Label', 'Count what deleting a label would affect'),
        response: { 200: LabelReferences, ...errorResponses.adminRecord },
      },
    )
    .get(
      '/genres/:id',
      respond('Genre', (read, id) => requireRecord(read, 'genres', id), { tracks: genre_track.genre_id }),
      {
        detail: describe('Genre', 'Count what deleting a genre would affect'),
        response: { 200: TrackLinks, ...errorResponses.adminRecord },
      },
    )
    .get(
      '/artists/:id',
      respond('Artist', (read, id) => requireRecord(read, 'artists', id), { tracks: artist_track.artist_id }),
      {
        detail: describe('Artist', 'Count what deleting an artist would affect'),
        response: { 200: TrackLinks, ...errorResponses.adminRecord },
      },
    )
    .get(
      '/albums/:id',
      respond('Album', (read, id) => requireRecord(read, 'albums', id), { tracks: tracks.album_id }),
      {
        detail: describe('Album', 'Count what deleting an album would affect'),
        response: { 200: TrackLinks, ...errorResponses.adminRecord },
      },
    )
    .get(
      '/tracks/:id',
      respond('Track', (read, id) => requireRecord(read, 'tracks', id), {
        likes: likes.track_id,
        artists: artist_track.track_id,
        genres: genre_track.track_id,
      }),
      {
        detail: describe('Track', 'Count what deleting a track would affect'),
        response: { 200: TrackReferences, ...errorResponses.adminRecord },
      },
    )
    .get('/users/:id', respond('User', readUser, { tokens: tokens.user_id, likes: likes.user_id }), {
      detail: describe('User', 'Count what deleting a user would affect'),
      response: { 200: UserReferences, ...errorResponses.adminRecord },
    })
}
