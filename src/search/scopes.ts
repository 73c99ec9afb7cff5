import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { slices } from '../base/objects.ts'
import type { ResourceName } from '../catalogue/resources.ts'
import { albums, artist_track, tracks } from '../library/catalogueSchema.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { prepared } from '../library/prepared.ts'

// Records of one name are likely the same one if they have something in common. Artists, genres and labels need nothing more than the name.

/** What a record has in common with its duplicates beside the name, as a number. */
interface Scope {
  id: number
  scope: number
}

const labelsOfAlbums = prepared((on) =>
  on
    // Negated, so that they differ from the ids of artists.
    .select({ id: albums.id, scope: sql<number>`-${albums.label_id}` })
    .from(albums)
    .where(and(isAmongIds(albums.id, 'ids'), isNotNull(albums.label_id)))
    .prepare(),
)

const artistsOfAlbums = prepared((on) =>
  on
    .selectDistinct({ id: sql<number>`${tracks.album_id}`, scope: artist_track.artist_id })
    .from(tracks)
    .innerJoin(artist_track, eq(artist_track.track_id, tracks.id))
    .where(isAmongIds(tracks.album_id, 'ids'))
    .prepare(),
)

const artistsOfTracks = prepared((on) =>
  on
    .select({ id: artist_track.track_id, scope: artist_track.artist_id })
    .from(artist_track)
    .where(isAmongIds(artist_track.track_id, 'ids'))
    .prepare(),
)

type SelectScopes = (read: Reader) => { all(values: { ids: string }): Scope[] | PromiseLike<Scope[]> }

/** The resources whose records may share a name, with what they have in common if they are duplicates. */
export const scopes: Partial<Record<ResourceName, SelectScopes[]>> = {
  albums: [labelsOfAlbums, artistsOfAlbums],
  tracks: [artistsOfTracks],
}

export const idsPerSelect = 200

export const readScopes = async (read: Reader, selects: readonly SelectScopes[], ids: readonly number[]) => {
  const scopesOf = new Map<number, number[]>()
  for (const select of selects) {
    for (const page of slices(ids, idsPerSelect)) {
      for (const { id, scope } of await select(read).all({ ids: JSON.stringify(page) })) {
        scopesOf.getOrInsertComputed(id, () => []).push(scope)
      }
    }
  }
  return scopesOf
}
