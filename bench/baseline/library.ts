// The baseline's SQL, by hand: flat prepared statements, and objects put together in JavaScript. With this SQLite a join
// takes three microseconds more for each table, so there is none.
import { Database } from 'bun:sqlite'

export interface Caller {
  id: number
  role: string
}

export interface TrackBody {
  title?: string
  file_path?: string
  duration_seconds?: number | null
  album_id?: number | null
  artist_ids?: number[]
  genre_ids?: number[]
}

interface Row {
  id: number
  created_at: string
  updated_at: string
}

interface TrackRow extends Row, Required<Omit<TrackBody, 'artist_ids' | 'genre_ids'>> {}

interface AlbumRow extends Row {
  label_id: number | null
}

/** What ties a record to a track, as the API shows it. */
interface Pivot {
  track_id: number
  artist_id: number
  genre_id: number
}

const labelColumns = 'id, name, created_at, updated_at'
const artistColumns = 'id, name, cover_path, release_date, label_id, duration, created_at, updated_at'
const albumColumns = 'id, title, cover_path, release_date, duration_seconds, type, label_id, created_at, updated_at'
const trackColumns = 'id, title, file_path, duration_seconds, album_id, created_at, updated_at'

/** The clock gives milliseconds; the API shows microseconds. */
const now = () => `${new Date().toISOString().slice(0, -1)}000Z`

export const openLibrary = (file: string) => {
  const db = new Database(file, { readwrite: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = FULL')
  db.run('PRAGMA foreign_keys = ON')

  const caller = db.prepare<Caller, [string]>(
    `SELECT user_id AS id, (SELECT (SELECT name FROM roles WHERE id = role_id) FROM users WHERE users.id = user_id) AS role
     FROM tokens WHERE hash = ?`,
  )
  const label = db.prepare<Row, [number]>(`SELECT ${labelColumns} FROM labels WHERE id = ?`)
  const genre = db.prepare<Row, [number]>(`SELECT ${labelColumns} FROM genres WHERE id = ?`)
  const artist = db.prepare<Row, [number]>(`SELECT ${artistColumns} FROM artists WHERE id = ?`)
  const album = db.prepare<AlbumRow, [number]>(`SELECT ${albumColumns} FROM albums WHERE id = ?`)
  const track = db.prepare<TrackRow, [number]>(`SELECT ${trackColumns} FROM tracks WHERE id = ?`)
  const artistsOf = db.prepare<Pivot, [number]>(
    'SELECT track_id, artist_id, created_at, updated_at FROM artist_track WHERE track_id = ? ORDER BY artist_id',
  )
  const genresOf = db.prepare<Pivot, [number]>(
    'SELECT track_id, genre_id, created_at, updated_at FROM genre_track WHERE track_id = ? ORDER BY genre_id',
  )

  /** The track as a write answers it. */
  const listed = (id: number) => {
    const found = track.get(id)
    if (!found) return null
    return {
      ...found,
      album: found.album_id === null ? null : album.get(found.album_id),
      artists: artistsOf.all(id).map((pivot) => ({ ...artist.get(pivot.artist_id), pivot })),
      genres: genresOf.all(id).map((pivot) => ({ ...genre.get(pivot.genre_id), pivot })),
    }
  }

  const single = (id: number) => {
    const found = listed(id)
    if (!found?.album) return found
    const { label_id } = found.album
    return { ...found, album: { ...found.album, label: label_id === null ? null : label.get(label_id) } }
  }

  const everyTrack = db.prepare<TrackRow, []>(`SELECT ${trackColumns} FROM tracks ORDER BY id`)
  const everyAlbum = db.prepare<AlbumRow, []>(`SELECT ${albumColumns} FROM albums`)
  const everyArtist = db.prepare<Row, []>(`SELECT ${artistColumns} FROM artists`)
  const everyGenre = db.prepare<Row, []>(`SELECT ${labelColumns} FROM genres`)
  const everyArtistOf = db.prepare<Pivot, []>(
    'SELECT track_id, artist_id, created_at, updated_at FROM artist_track ORDER BY track_id, artist_id',
  )
  const everyGenreOf = db.prepare<Pivot, []>(
    'SELECT track_id, genre_id, created_at, updated_at FROM genre_track ORDER BY track_id, genre_id',
  )

  const list = () => {
    const albums = byId(everyAlbum.all())
    const artists = byId(everyArtist.all())
    const genres = byId(everyGenre.all())
    const artistsOf = byTrack(everyArtistOf.all())
    const genresOf = byTrack(everyGenreOf.all())
    return everyTrack.all().map((each) => ({
      ...each,
      album: albums.get(each.album_id ?? 0) ?? null,
      artists: artistsOf.get(each.id)?.map((pivot) => ({ ...artists.get(pivot.artist_id), pivot })) ?? [],
      genres: genresOf.get(each.id)?.map((pivot) => ({ ...genres.get(pivot.genre_id), pivot })) ?? [],
    }))
  }

  const insertLabel = db.prepare<Row, [string, string, string]>(
    `INSERT INTO labels (name, created_at, updated_at) VALUES (?, ?, ?) RETURNING ${labelColumns}`,
  )
  const renameLabel = db.prepare<Row, [string, string, number]>(
    `UPDATE labels SET name = ?, updated_at = ? WHERE id = ? RETURNING ${labelColumns}`,
  )
  const insertLike = db.prepare(
    'INSERT INTO likes (user_id, track_id, created_at) SELECT ?, id, ? FROM tracks WHERE id = ? ON CONFLICT DO NOTHING',
  )
  const trackExists = db.prepare<unknown, [number]>('SELECT 1 FROM tracks WHERE id = ?')
  const insertTrack = db.prepare(
    'INSERT INTO tracks (title, file_path, duration_seconds, album_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const changeTrack = db.prepare(
    'UPDATE tracks SET title = ?, file_path = ?, duration_seconds = ?, album_id = ?, updated_at = ? WHERE id = ?',
  )

  const ties = (table: string, column: string) => {
    const held = db.prepare<{ id: number }, [number]>(`SELECT ${column} AS id FROM ${table} WHERE track_id = ?`)
    const add = db.prepare(`INSERT INTO ${table} (track_id, ${column}, created_at, updated_at) VALUES (?, ?, ?, ?)`)
    const drop = db.prepare(`DELETE FROM ${table} WHERE track_id = ? AND ${column} = ?`)
    return (track_id: number, ids: number[] | undefined, at: string) => {
      if (!ids) return
      const before = new Set(held.all(track_id).map(({ id }) => id))
      const wanted = new Set(ids)
      for (const id of before) if (!wanted.has(id)) drop.run(track_id, id)
      for (const id of wanted) if (!before.has(id)) add.run(track_id, id, at, at)
    }
  }
  const tieArtists = ties('artist_track', 'artist_id')
  const tieGenres = ties('genre_track', 'genre_id')

  const createTrack = (body: TrackBody) => {
    const at = now()
    const { title = '', file_path = '', duration_seconds = null, album_id = null } = body
    const id = Number(insertTrack.run(title, file_path, duration_seconds, album_id, at, at).lastInsertRowid)
    tieArtists(id, body.artist_ids, at)
    tieGenres(id, body.genre_ids, at)
    return listed(id)
  }

  const updateTrack = (id: number, body: TrackBody) => {
    const before = track.get(id)
    if (!before) return null
    const at = now()
    const { title, file_path, duration_seconds, album_id } = { ...before, ...body }
    changeTrack.run(title, file_path, duration_seconds, album_id, at, id)
    tieArtists(id, body.artist_ids, at)
    tieGenres(id, body.genre_ids, at)
    return listed(id)
  }

  const account = db.prepare<{ id: number; password: string }, [string]>(
    'SELECT id, password FROM users WHERE lower(email) = lower(?)',
  )
  const user = db.prepare<{ role_id: number }, [number]>(
    'SELECT id, name, email, role_id, created_at, updated_at FROM users WHERE id = ?',
  )
  const role = db.prepare<Row, [number]>('SELECT id, name, created_at, updated_at FROM roles WHERE id = ?')
  const insertToken = db.prepare('INSERT INTO tokens (user_id, hash, created_at) VALUES (?, ?, ?)')

  const userOf = (id: number) => {
    const found = user.get(id)
    return found && { ...found, role: role.get(found.role_id) }
  }

  return {
    caller: (hash: string) => caller.get(hash),
    label: (id: number) => label.get(id),
    // Several selects see one moment, and take SQLite's locks once, in a transaction.
    track: db.transaction(single),
    list: db.transaction(list),
    account: (email: string) => account.get(email),
    userOf: db.transaction(userOf),

    // One statement commits by itself.
    createLabel: (name: string) => insertLabel.get(name, ...stamps(now())),
    updateLabel: (id: number, name: string) => renameLabel.get(name, now(), id),
    like: (user_id: number, track_id: number) =>
      insertLike.run(user_id, now(), track_id).changes > 0 || trackExists.get(track_id) !== null,
    issueToken: (user_id: number, hash: string) => insertToken.run(user_id, hash, now()),

    createTrack: db.transaction(createTrack).immediate,
    updateTrack: db.transaction(updateTrack).immediate,
  }
}

const stamps = (at: string): [string, string] => [at, at]

const byId = <Record extends { id: number }>(records: Record[]) => new Map(records.map((record) => [record.id, record]))

const byTrack = (pivots: Pivot[]) => Map.groupBy(pivots, ({ track_id }) => track_id)
