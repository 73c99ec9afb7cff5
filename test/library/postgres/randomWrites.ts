import type { Random } from '../../../src/base/random.ts'

const instant = '2026-01-02T03:04:05.678901Z'
const stamps = `'${instant}', '${instant}'`

/**
 * Ids are small, so that records are found and replaced. All are given: an insert that conflicts uses up an id of PostgreSQL, but not one
 * of a file.
 */
const maxId = 8

const allIds = Array.from({ length: maxId }, (_, index) => index + 1)

/** The statements that insert the records of a library before the random writes. */
export const initialWrites: readonly string[] = [
  ...['labels', 'genres', 'artists'].map(
    (table) =>
      `INSERT INTO ${table} (id, name, created_at, updated_at) VALUES ${allIds.map((id) => `(${id}, 'x', ${stamps})`).join(', ')}`,
  ),
  `INSERT INTO albums (id, title, created_at, updated_at) VALUES ${allIds.map((id) => `(${id}, 'x', ${stamps})`).join(', ')}`,
  `INSERT INTO tracks (id, title, file_path, created_at, updated_at) VALUES ${allIds.map((id) => `(${id}, 'x', 'y', ${stamps})`).join(', ')}`,
  `INSERT INTO users (id, name, email, password, role_id, created_at, updated_at)
    VALUES ${allIds.map((id) => `(${id}, 'x', 'first${id}@x.is', 'x', 1, ${stamps})`).join(', ')}`,
]

/**
 * Returns the statements of a transaction that writes to some tables. Both engines understand them. A column that is set gets another
 * value than it has: the triggers of a file report a column that is set, those of PostgreSQL one that changes.
 */
export const createWrites = (random: Random): string[] => {
  const integer = (max: number) => 1 + Math.floor(random() * max)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const id = () => integer(maxId)
  const orNull = (value: number) => (random() < 0.3 ? 'NULL' : String(value))
  const ids = () => `(${[id(), id(), id()].join(', ')})`
  const name = () => `'name ${integer(1000)}'`
  const hash = () => `'${integer(1_000_000).toString(16).padStart(64, '0')}'`
  const insert = (table: string, columns: string, ...rows: string[]) =>
    `INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row})`).join(', ')} ON CONFLICT DO NOTHING`
  const set = (table: string, column: string, value: string) =>
    `UPDATE ${table} SET ${column} = ${value}, updated_at = '2026-01-02T03:04:${10 + integer(49)}.000000Z'
      WHERE id IN ${ids()} AND ${column} IS DISTINCT FROM ${value}`
  const named = 'id, name, created_at, updated_at'

  const statements: (() => string)[] = [
    () => insert('labels', named, `${id()}, ${name()}, ${stamps}`, `${id()}, ${name()}, ${stamps}`),
    () => insert('genres', named, `${id()}, ${name()}, ${stamps}`),
    () => insert('artists', `label_id, ${named}`, `${orNull(id())}, ${id()}, ${name()}, ${stamps}`),
    () => insert('albums', 'label_id, id, title, created_at, updated_at', `${orNull(id())}, ${id()}, 'x', ${stamps}`),
    () =>
      insert(
        'tracks',
        'album_id, id, title, file_path, created_at, updated_at',
        `${orNull(id())}, ${id()}, 'x', 'y', ${stamps}`,
        `${orNull(id())}, ${id()}, 'x', 'y', ${stamps}`,
      ),
    () =>
      `INSERT INTO tracks (id, title, file_path, created_at, updated_at) VALUES (${id()}, 'x', 'y', ${stamps}), (${20 + id()}, 'x', 'y', ${stamps})
        ON CONFLICT (id) DO UPDATE SET title = excluded.title`,
    () => insert('artist_track', 'track_id, artist_id, created_at, updated_at', `${id()}, ${id()}, ${stamps}`),
    () => `INSERT INTO artist_track SELECT tracks.id, artists.id, ${stamps} FROM tracks, artists
        WHERE tracks.id IN ${ids()} AND artists.id IN ${ids()} ON CONFLICT DO NOTHING`,
    () => `INSERT INTO genre_track SELECT tracks.id, genres.id, ${stamps} FROM tracks, genres
        WHERE tracks.id IN ${ids()} AND genres.id IN ${ids()} ON CONFLICT DO NOTHING`,
    () => insert('roles', named, `${2 + id()}, ${name()}, ${stamps}`),
    () => {
      const number = integer(100)
      return insert(
        'users',
        'id, name, email, password, role_id, created_at, updated_at',
        `${id()}, 'x', 'user${number}@x.is', 'x', ${integer(2)}, ${stamps}`,
      )
    },
    () => insert('tokens', 'id, user_id, hash, created_at', `${id()}, ${id()}, ${hash()}, '${instant}'`),
    () => insert('likes', 'id, user_id, track_id, created_at', `${id()}, ${id()}, ${id()}, '${instant}'`),
    () => insert('seed_bases', 'resource, block, bases', `'labels', ${id()}, 'abc'`),
    () => insert('setup_codes', 'hash, expires_at', `${hash()}, '${instant}'`),
    () => `UPDATE cleanup_clock SET instant = '2026-01-02T03:04:${10 + integer(49)}.000000Z'`,
    () => set('labels', 'name', name()),
    () => set('artists', 'label_id', orNull(id())),
    () => set('albums', 'label_id', orNull(id())),
    () => set('tracks', 'album_id', orNull(id())),
    () => set('tracks', 'title', name()),
    () => set('users', 'role_id', String(integer(2))),
    () => set('roles', 'name', name()).replace(' WHERE', ' WHERE id > 2 AND'),
    () => `UPDATE tokens SET hash = ${hash()} WHERE id = ${id()}`,
    () => `UPDATE tokens SET last_used_at = '${instant}' WHERE id IN ${ids()}`,
    () => `UPDATE artist_track SET artist_id = ${id()} WHERE artist_id = ${id()} AND track_id IN ${ids()}`,
    () => `UPDATE genre_track SET track_id = ${id()} WHERE genre_id = ${id()} AND track_id = ${id()}`,
    () => `UPDATE likes SET user_id = ${id()} WHERE user_id = ${id()} AND track_id = ${id()}`,
    () => `UPDATE labels SET id = ${30 + id()} WHERE id = ${id()}`,
    () => `UPDATE tracks SET id = ${40 + id()} WHERE id = ${id()} AND album_id IS NULL`,
    ...['labels', 'genres', 'artists', 'albums', 'tracks', 'users', 'tokens', 'likes'].map(
      (table) => () => `DELETE FROM ${table} WHERE id IN ${ids()}`,
    ),
    () => `DELETE FROM roles WHERE id > 2 AND id IN ${ids()}`,
    () => `DELETE FROM ${pick(['artist_track', 'genre_track'])} WHERE track_id = ${id()}`,
  ]
  return Array.from({ length: integer(4) }, () => pick(statements)())
}
