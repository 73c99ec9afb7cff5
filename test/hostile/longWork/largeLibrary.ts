import { Database as Sqlite } from 'bun:sqlite'
import { openLibrary } from '../../../src/library/open.ts'

/** The size of a library. Its artists and albums are as many as in a library that people have. */
export interface LibrarySize {
  tracks: number
  /** Entries of the audit trail that only admins see, and that change no record. */
  entries: number
}

const now = "'2026-01-02T03:04:05.678901Z'"

/** A few words, which many names share. */
const wordOf = (number: string) =>
  `substr('blue  red   green night day   love  river train moon  jazz  storm city  ', (${number}) % 12 * 6 + 1, 6)`

/** Creates a library by SQL: as many requests would take long. */
export const createLargeLibrary = async (path: string, { tracks, entries }: LibrarySize): Promise<void> => {
  await (await openLibrary(path)).close()
  using db = new Sqlite(path)
  const counts = { labels: 200, genres: 100, artists: Math.ceil(tracks / 20), albums: Math.ceil(tracks / 12), tracks }
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  const nameOf = (kind: string) => `'${kind} ' || trim(${wordOf('n')}) || ' ' || trim(${wordOf('n / 12')}) || ' ' || n`
  const insert = (table: string, columns: string, values: string, count: number) =>
    db.run(`${numbers(count)} INSERT INTO ${table} (${columns}) SELECT ${values} FROM numbers`)
  db.transaction(() => {
    for (const name of ['labels', 'genres'] as const)
      insert(name, 'id, name, created_at, updated_at', `n, ${nameOf(name)}, ${now}, ${now}`, counts[name])
    insert(
      'artists',
      'id, name, label_id, created_at, updated_at',
      `n, ${nameOf('Artist')}, n % 200 + 1, ${now}, ${now}`,
      counts.artists,
    )
    insert(
      'albums',
      'id, title, label_id, type, release_date, created_at, updated_at',
      `n, ${nameOf('Album')}, n % 200 + 1, 'album', '19' || (50 + n % 50) || '-01-02T00:00:00.000000Z', ${now}, ${now}`,
      counts.albums,
    )
    insert(
      'tracks',
      'id, title, file_path, duration_seconds, album_id, created_at, updated_at',
      `n, ${nameOf('Track')}, n || '.flac', 100 + n % 300, n % ${counts.albums} + 1, ${now}, ${now}`,
      counts.tracks,
    )
    for (const [table, column, count] of [
      ['artist_track', 'artist_id', counts.artists],
      ['genre_track', 'genre_id', counts.genres],
    ])
      insert(
        `${table}`,
        `track_id, ${column}, created_at, updated_at`,
        `n, n % ${count} + 1, ${now}, ${now}`,
        counts.tracks,
      )
    insert('audit', 'created_at, source, action, record', `${now}, 'api', 'login', 'users/1'`, entries)
  })()
}
