import { Database } from 'bun:sqlite'
import { formatCount } from './table.ts'

/** A list to fetch again and again, after a change of a record that it contains. */
export interface LongList {
  name: string
  /** Paths below /api. */
  path: string
  record: string
  /** The member of the record that changes. */
  member: string
  clients: number
}

const likes = 100_000
const others = 10_000

/** The lists that `addLongLists` makes long. They have the ids after those of a library of 100,000 tracks. */
export const longLists = (artist: number, album: number): LongList[] => [
  { name: `${formatCount(likes)} likes`, path: '/me/likes', record: '/tracks/50000', member: 'title', clients: 2 },
  { name: `${formatCount(others)} users`, path: '/users', record: '/users/5000', member: 'name', clients: 2 },
  {
    name: `an artist with ${formatCount(others)} tracks`,
    path: `/artists/${artist}`,
    record: '/tracks/5000',
    member: 'title',
    clients: 2,
  },
  {
    name: `an album with ${formatCount(others)} tracks`,
    path: `/albums/${album}`,
    record: '/tracks/5000',
    member: 'title',
    clients: 2,
  },
]

/** Adds long lists of each kind to a library that no server has open. The likes are the first user's. */
export const addLongLists = (file: string): LongList[] => {
  using db = new Database(file, { readwrite: true })
  const now = `'2026-01-02T03:04:05.678901Z'`
  const insert = (sql: string) => Number(db.run(sql).lastInsertRowid)
  return db.transaction(() => {
    // The multiplication scatters the ids, so that likes are in another order than tracks.
    db.run(
      `INSERT INTO likes (user_id, track_id, created_at) SELECT 1, id, ${now} FROM tracks ORDER BY id * 7919 % 100003`,
    )
    db.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${others})
      INSERT INTO users (name, email, password, role_id, created_at, updated_at)
      SELECT 'User number ' || i, 'number-' || i || '@example.com', 'none', roles.id, ${now}, ${now}
      FROM n, roles WHERE roles.name = 'user'`)
    const artist = insert(`INSERT INTO artists (name, created_at, updated_at) VALUES ('Various', ${now}, ${now})`)
    db.run(`INSERT INTO artist_track SELECT id, ${artist}, ${now}, ${now} FROM tracks WHERE id <= ${others}`)
    const album = insert(`INSERT INTO albums (title, created_at, updated_at) VALUES ('Everything', ${now}, ${now})`)
    db.run(`UPDATE tracks SET album_id = ${album} WHERE id <= ${others}`)
    return longLists(artist, album)
  })()
}
