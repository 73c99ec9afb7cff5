// The baseline's SQL by hand: flat prepared statements, and objects assembled in JavaScript. With this SQLite a join costs
// three microseconds more for each table, so there are no joins.
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

/** The row of a pivot table that connects a record with a track, as it is in the JSON. */
interface Pivot {
  track_id: number
  artist_id: number
  genre_id: number
}

const labelColumns = 'id, name, created_at, updated_at'
const artistColumns = 'id, name, cover_path, release_date, label_id, duration, created_at, updated_at'
const albumColumns = 'id, title, cover_path, release_date, duration_seconds, type, label_id, created_at, updated_at'
const trackColumns = 'id, title, file_path, duration_seconds, album_id, created_at, updated_at'

/** The clock has milliseconds; timestamps of the API have microseconds. */
const now = () => `${new Date().toISOString().slice(0, -1)}000Z`

/** Removes what searches need: triggers and indexes. */
export const removeSearches = (db: Database): void => {
  const triggers = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`)
  for (const column of ['duration_seconds', 'created_at', 'updated_at']) db.run(`DROP INDEX tracks_${column}`)
}

/** @param batched - whether writes that arrive in the same turn of the event loop share a commit */
export const openLibrary = (file: string, batched: boolean) => {
  const db = new Database(file, { readwrite: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = FULL')
  db.run('PRAGMA foreign_keys = ON')
  removeSearches(db)

  const selectCaller = db.prepare<Caller, [string]>(
    `SELECT user_id AS id, (SELECT (SELECT name FROM roles WHERE id = role_id) FROM users WHERE users.id = user_id) AS role
     FROM tokens WHERE hash = ?`,
  )
  const selectLabel = db.prepare<Row, [number]>(`SELECT ${labelColumns} FROM labels WHERE id = ?`)
  const selectGenre = db.prepare<Row, [number]>(`SELECT ${labelColumns} FROM genres WHERE id = ?`)
  const selectArtist = db.prepare<Row, [number]>(`SELECT ${artistColumns} FROM artists WHERE id = ?`)
  const selectAlbum = db.prepare<AlbumRow, [number]>(`SELECT ${albumColumns} FROM albums WHERE id = ?`)
  const selectTrack = db.prepare<TrackRow, [number]>(`SELECT ${trackColumns} FROM tracks WHERE id = ?`)
  const selectArtistsOf = db.prepare<Pivot, [number]>(
    'SELECT track_id, artist_id, created_at, updated_at FROM artist_track WHERE track_id = ? ORDER BY artist_id',
  )
  const selectGenresOf = db.prepare<Pivot, [number]>(
    'SELECT track_id, genre_id, created_at, updated_at FROM genre_track WHERE track_id = ? ORDER BY genre_id',
  )

  /** The track as in the response to a write. */
  const readTrack = (id: number) => {
    const track = selectTrack.get(id)
    if (!track) return null
    return {
      ...track,
      album: track.album_id === null ? null : selectAlbum.get(track.album_id),
      artists: selectArtistsOf.all(id).map((pivot) => ({ ...selectArtist.get(pivot.artist_id), pivot })),
      genres: selectGenresOf.all(id).map((pivot) => ({ ...selectGenre.get(pivot.genre_id), pivot })),
    }
  }

  /** The track as in GET of one track: its album has a label. */
  const readTrackWithLabel = (id: number) => {
    const track = readTrack(id)
    if (!track?.album) return track
    const { label_id } = track.album
    return { ...track, album: { ...track.album, label: label_id === null ? null : selectLabel.get(label_id) } }
  }

  const insertLabel = db.prepare<Row, [string, string, string]>(
    `INSERT INTO labels (name, created_at, updated_at) VALUES (?, ?, ?) RETURNING ${labelColumns}`,
  )
  const updateLabelName = db.prepare<Row, [string, string, number]>(
    `UPDATE labels SET name = ?, updated_at = ? WHERE id = ? RETURNING ${labelColumns}`,
  )
  const insertLike = db.prepare(
    'INSERT INTO likes (user_id, track_id, created_at) SELECT ?, id, ? FROM tracks WHERE id = ? ON CONFLICT DO NOTHING',
  )
  const selectTrackExists = db.prepare<unknown, [number]>('SELECT 1 FROM tracks WHERE id = ?')
  const insertTrack = db.prepare(
    'INSERT INTO tracks (title, file_path, duration_seconds, album_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const updateTrackRow = db.prepare(
    'UPDATE tracks SET title = ?, file_path = ?, duration_seconds = ?, album_id = ?, updated_at = ? WHERE id = ?',
  )

  const createSync = (table: string, column: string) => {
    const selectIds = db.prepare<{ id: number }, [number]>(`SELECT ${column} AS id FROM ${table} WHERE track_id = ?`)
    const insert = db.prepare(`INSERT INTO ${table} (track_id, ${column}, created_at, updated_at) VALUES (?, ?, ?, ?)`)
    const remove = db.prepare(`DELETE FROM ${table} WHERE track_id = ? AND ${column} = ?`)
    return (track_id: number, ids: number[] | undefined, at: string) => {
      if (!ids) return
      const before = new Set(selectIds.all(track_id).map(({ id }) => id))
      const after = new Set(ids)
      for (const id of before) if (!after.has(id)) remove.run(track_id, id)
      for (const id of after) if (!before.has(id)) insert.run(track_id, id, at, at)
    }
  }
  const syncArtists = createSync('artist_track', 'artist_id')
  const syncGenres = createSync('genre_track', 'genre_id')

  const createLabel = (name: string) => {
    const at = now()
    return insertLabel.get(name, at, at)
  }

  const updateLabel = (id: number, name: string) => updateLabelName.get(name, now(), id)

  const createTrack = (body: TrackBody) => {
    const at = now()
    const { title = '', file_path = '', duration_seconds = null, album_id = null } = body
    const id = Number(insertTrack.run(title, file_path, duration_seconds, album_id, at, at).lastInsertRowid)
    syncArtists(id, body.artist_ids, at)
    syncGenres(id, body.genre_ids, at)
    return readTrack(id)
  }

  const updateTrack = (id: number, body: TrackBody) => {
    const before = selectTrack.get(id)
    if (!before) return null
    const at = now()
    const { title, file_path, duration_seconds, album_id } = { ...before, ...body }
    updateTrackRow.run(title, file_path, duration_seconds, album_id, at, id)
    syncArtists(id, body.artist_ids, at)
    syncGenres(id, body.genre_ids, at)
    return readTrack(id)
  }

  const like = (user_id: number, track_id: number) =>
    insertLike.run(user_id, now(), track_id).changes > 0 || selectTrackExists.get(track_id) !== null

  const inBatch = batched ? createBatches(db) : undefined
  const inTransaction = <Args extends unknown[], Result>(write: (...args: Args) => Result): Write<Args, Result> =>
    inBatch ? inBatch(write) : db.transaction(write).immediate

  return {
    caller: (hash: string) => selectCaller.get(hash),
    label: (id: number) => selectLabel.get(id),
    // In a transaction, several selects see the same snapshot and take SQLite's locks once.
    track: db.transaction(readTrackWithLabel),

    // Writes: with batches they return promises.
    createLabel: inTransaction(createLabel),
    updateLabel: inTransaction(updateLabel),
    createTrack: inTransaction(createTrack),
    updateTrack: inTransaction(updateTrack),
    // A single statement is its own transaction.
    like: inBatch ? inBatch(like) : like,
  }
}

type Write<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>

/** Returns a function that makes batches of writes: of those that the server has checked before, none of which may fail. */
const createBatches = (db: Database) => {
  let batch: (() => () => void)[] = []
  const commit = db.transaction((tasks: typeof batch) => tasks.map((task) => task())).immediate
  const commitBatch = () => {
    const tasks = batch
    batch = []
    for (const respond of commit(tasks)) respond()
  }
  return <Args extends unknown[], Result>(write: (...args: Args) => Result): Write<Args, Result> =>
    (...args) =>
      new Promise<Result>((resolve) => {
        if (batch.length === 0) setImmediate(commitBatch)
        batch.push(() => {
          const result = write(...args)
          return () => resolve(result)
        })
      })
}
