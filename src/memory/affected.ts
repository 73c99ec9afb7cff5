import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Changes } from '../database/changes.ts'
import type { Reader } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'
import { albums, artist_track, artists, genre_track, tracks } from '../database/schema.ts'

/** Ids of records, or all of them where naming them would take longer than making their answers anew. */
export type Ids = ReadonlySet<number> | 'all'

/** Which answers a change shows in: those about one record, and the record's place in the list of its kind. */
export interface Affected extends Record<Noun, { single: Ids; listed: Ids }> {
  /** Users whose list of likes it shows in. */
  likers: Ids
  users: Ids
  /** Hashes of tokens. */
  tokens: string[]
}

/** What the catalogue has lists of. */
export const nouns = ['labels', 'genres', 'artists', 'albums', 'tracks'] as const
export type Noun = (typeof nouns)[number]

/** Past so many records it is no longer worth while to look at each. */
const many = 1000

const given = sql`(select value from json_each(${sql.placeholder('ids')}))`

/** Finds the ids in a column of the rows where another column is one of the given ids. */
const finder = (column: SQL, table: SQLiteTable, condition: SQL) => {
  const statement = prepared((on) =>
    on
      .selectDistinct({ id: sql<number | null>`${column}` })
      .from(table)
      .where(condition)
      .limit(many + 1)
      .prepare(),
  )
  return async (read: Reader, ids: Ids): Promise<Ids> => {
    if (ids === 'all' || ids.size > many) return 'all'
    if (ids.size === 0) return ids
    const rows = await statement(read).all({ ids: JSON.stringify([...ids]) })
    return new Set(rows.flatMap(({ id }) => id ?? []))
  }
}

const find = {
  tracksOfAlbums: finder(sql`${tracks.id}`, tracks, sql`${tracks.album_id} in ${given}`),
  tracksOfArtists: finder(sql`${artist_track.track_id}`, artist_track, sql`${artist_track.artist_id} in ${given}`),
  tracksOfGenres: finder(sql`${genre_track.track_id}`, genre_track, sql`${genre_track.genre_id} in ${given}`),
  artistsOfTracks: finder(sql`${artist_track.artist_id}`, artist_track, sql`${artist_track.track_id} in ${given}`),
  albumsOfTracks: finder(sql`${tracks.album_id}`, tracks, sql`${tracks.id} in ${given}`),
  artistsOfLabels: finder(sql`${artists.id}`, artists, sql`${artists.label_id} in ${given}`),
  albumsOfLabels: finder(sql`${albums.id}`, albums, sql`${albums.label_id} in ${given}`),
}

const union = (first: Ids, ...others: Ids[]): Ids => {
  if (first === 'all') return first
  const ids = new Set(first)
  for (const other of others) {
    if (other === 'all') return other
    for (const id of other) ids.add(id)
  }
  return ids.size > many ? 'all' : ids
}

/**
 * Follows what was changed to every answer that shows it, as answers nest records: labels in artists and albums, these
 * and genres in tracks, and tracks in their artists and albums. What is new shows nowhere but in the list of its kind.
 */
export const affectedBy = async (read: Reader, changes: Changes): Promise<Affected> => {
  const ids = (kind: Exclude<keyof Changes, 'tokens'>): Ids => union(new Set(changes[kind]))
  const [labels, genres] = [ids('labels'), ids('genres')]
  const artists = union(ids('artists'), await find.artistsOfLabels(read, labels))
  const albums = union(ids('albums'), await find.albumsOfLabels(read, labels))
  const fresh = new Set(changes.new_tracks)
  const tracks = union(
    // Tying a new track to its artists and genres is noted as a change of it.
    new Set(changes.tracks.filter((id) => !fresh.has(id))),
    await find.tracksOfAlbums(read, ids('albums')),
    await find.tracksOfArtists(read, ids('artists')),
    await find.tracksOfGenres(read, genres),
  )
  return {
    labels: { single: labels, listed: union(labels, ids('new_labels')) },
    genres: { single: genres, listed: union(genres, ids('new_genres')) },
    artists: {
      single: union(artists, ids('artists_of_tracks'), await find.artistsOfTracks(read, tracks)),
      listed: union(artists, ids('new_artists')),
    },
    albums: {
      single: union(albums, ids('albums_of_tracks'), await find.albumsOfTracks(read, tracks)),
      listed: union(albums, ids('new_albums')),
    },
    tracks: {
      // Only a track's own answer shows the label, which is that of its album.
      single: union(tracks, await find.tracksOfAlbums(read, albums)),
      listed: union(tracks, ids('new_tracks')),
    },
    likers: tracks === 'all' || tracks.size > 0 ? 'all' : ids('likers'),
    users: changes.roles.length > 0 ? 'all' : ids('users'),
    tokens: changes.tokens,
  }
}
