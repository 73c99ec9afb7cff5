import { Database as Sqlite } from 'bun:sqlite'
import type { TestLibrary } from './library.ts'

/** Paths of lists, each of which `addLongLists` makes long for the account that is called `user`. */
export const longListPaths = ['/me/likes', '/users', '/artists/1', '/albums/1']

/**
 * Adds tracks, which are all on the album 1, of the artist 1, and liked by the user, and as many accounts. They are
 * written by SQL, since as many requests would take long.
 */
export const addLongLists = ({ file }: TestLibrary, count: number): void => {
  using db = new Sqlite(file)
  db.run('PRAGMA busy_timeout = 5000')
  const now = "'2026-01-02T03:04:05.678901Z'"
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  db.transaction(() => {
    db.run(`INSERT INTO artists (id, name, created_at, updated_at) VALUES (1, 'Artist', ${now}, ${now})`)
    db.run(`INSERT INTO albums (id, title, created_at, updated_at) VALUES (1, 'Album', ${now}, ${now})`)
    if (count === 0) return
    db.run(`${numbers} INSERT INTO tracks (id, title, file_path, album_id, created_at, updated_at)
      SELECT n, 'Track ' || n, 'x', 1, ${now}, ${now} FROM numbers`)
    db.run(`INSERT INTO artist_track SELECT id, 1, ${now}, ${now} FROM tracks`)
    // Odd ids before even ones, so that the order of likes is not that of tracks.
    db.run(`INSERT INTO likes (user_id, track_id, created_at)
      SELECT users.id, tracks.id, ${now} FROM tracks, users WHERE users.name = 'user' ORDER BY tracks.id % 2, tracks.id`)
    db.run(`${numbers} INSERT INTO users (name, email, password, role_id, created_at, updated_at)
      SELECT 'Account ' || n, n || '@example.com', 'none', roles.id, ${now}, ${now}
      FROM numbers, roles WHERE roles.name = 'user'`)
  })()
}
