// The baseline's SQL by hand: flat prepared statements, and objects assembled in JavaScript. With this SQLite a join costs
// three microseconds more for each table, so there are no joins.
import { Database } from 'bun:sqlite'
import { removeSearches } from './removeSearches.ts'

export interface Caller {
  id: number
  role: string
  email: string
  token_id: number
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

interface Options {
  /** Whether there is no audit trail, and nothing that searches need. */
  plain: boolean
  /** Whether writes that arrive in the same turn of the event loop share a commit. */
  batched: boolean
}

export const openLibrary = (file: string, { plain, batched }: Options) => {
  const db = new Database(file, { readwrite: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = FULL')
  db.run('PRAGMA foreign_keys = ON')

  if (plain) removeSearches(db)

  const selectCaller = db.prepare<Caller, [string]>(
    `SELECT user_id AS id, (SELECT (SELECT name FROM roles WHERE id = role_id) FROM users WHERE users.id = user_id) AS role,
       (SELECT email FROM users WHERE users.id = user_id) AS email, tokens.id AS token_id
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

  /** The track as in the list and in the response to a write. */
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

  const selectAllTracks = db.prepare<TrackRow, []>(`SELECT ${trackColumns} FROM tracks ORDER BY id`)
  const selectAllAlbums = db.prepare<AlbumRow, []>(`SELECT ${albumColumns} FROM albums`)
  const selectAllArtists = db.prepare<Row, []>(`SELECT ${artistColumns} FROM artists`)
  const selectAllGenres = db.prepare<Row, []>(`SELECT ${labelColumns} FROM genres`)
  const selectAllArtistPivots = db.prepare<Pivot, []>(
    'SELECT track_id, artist_id, created_at, updated_at FROM artist_track ORDER BY track_id, artist_id',
  )
  const selectAllGenrePivots = db.prepare<Pivot, []>(
    'SELECT track_id, genre_id, created_at, updated_at FROM genre_track ORDER BY track_id, genre_id',
  )

  const readList = () => {
    const albums = indexById(selectAllAlbums.all())
    const artists = indexById(selectAllArtists.all())
    const genres = indexById(selectAllGenres.all())
    const artistPivots = groupByTrack(selectAllArtistPivots.all())
    const genrePivots = groupByTrack(selectAllGenrePivots.all())
    return selectAllTracks.all().map((track) => ({
      ...track,
      album: albums.get(track.album_id ?? 0) ?? null,
      artists: artistPivots.get(track.id)?.map((pivot) => ({ ...artists.get(pivot.artist_id), pivot })) ?? [],
      genres: genrePivots.get(track.id)?.map((pivot) => ({ ...genres.get(pivot.genre_id), pivot })) ?? [],
    }))
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

  const insertEntry = db.prepare(
    `INSERT INTO audit (created_at, source, user_id, email, token_id, address, action, record, changes)
     VALUES (?, 'api', ?, ?, ?, '127.0.0.1', ?, ?, ?)`,
  )

  /** Adds an entry to the audit trail: the members that differ. */
  const addEntry = (caller: Caller, at: string, record: string, before: object, after: object) => {
    if (plain) return
    const changes: Record<string, { from: unknown; to: unknown }> = {}
    for (const [name, to] of Object.entries(after)) {
      const from = (before as Record<string, unknown>)[name] ?? null
      if (!unaudited.has(name) && JSON.stringify(from) !== JSON.stringify(to)) changes[name] = { from, to }
    }
    const action = 'id' in before ? 'update' : 'create'
    insertEntry.run(at, caller.id, caller.email, caller.token_id, action, record, JSON.stringify(changes))
  }

  const createLabel = (name: string, caller: Caller) => {
    const at = now()
    const label = insertLabel.get(name, at, at)
    if (label) addEntry(caller, at, `labels/${label.id}`, {}, label)
    return label
  }

  const updateLabel = (id: number, name: string, caller: Caller) => {
    const at = now()
    const before = plain ? null : selectLabel.get(id)
    const label = updateLabelName.get(name, at, id)
    if (label && before) addEntry(caller, at, `labels/${id}`, before, label)
    return label
  }

  const createTrack = (body: TrackBody, caller: Caller) => {
    const at = now()
    const { title = '', file_path = '', duration_seconds = null, album_id = null } = body
    const id = Number(insertTrack.run(title, file_path, duration_seconds, album_id, at, at).lastInsertRowid)
    syncArtists(id, body.artist_ids, at)
    syncGenres(id, body.genre_ids, at)
    addEntry(caller, at, `tracks/${id}`, {}, body)
    return readTrack(id)
  }

  const updateTrack = (id: number, body: TrackBody, caller: Caller) => {
    const before = selectTrack.get(id)
    if (!before) return null
    const at = now()
    const { title, file_path, duration_seconds, album_id } = { ...before, ...body }
    updateTrackRow.run(title, file_path, duration_seconds, album_id, at, id)
    syncArtists(id, body.artist_ids, at)
    syncGenres(id, body.genre_ids, at)
    addEntry(caller, at, `tracks/${id}`, before, body)
    return readTrack(id)
  }

  const selectAccount = db.prepare<{ id: number; password: string }, [string]>(
    'SELECT id, password FROM users WHERE lower(email) = lower(?)',
  )
  const selectUser = db.prepare<{ role_id: number }, [number]>(
    'SELECT id, name, email, role_id, created_at, updated_at FROM users WHERE id = ?',
  )
  const selectRole = db.prepare<Row, [number]>('SELECT id, name, created_at, updated_at FROM roles WHERE id = ?')
  const insertToken = db.prepare('INSERT INTO tokens (user_id, hash, created_at) VALUES (?, ?, ?)')

  const readUser = (id: number) => {
    const user = selectUser.get(id)
    return user && { ...user, role: selectRole.get(user.role_id) }
  }

  const like = (user_id: number, track_id: number) =>
    insertLike.run(user_id, now(), track_id).changes > 0 || selectTrackExists.get(track_id) !== null
  const issueToken = (user_id: number, hash: string) => insertToken.run(user_id, hash, now())

  const inBatch = batched ? createBatches(db) : undefined
  const inTransaction = <Args extends unknown[], Result>(write: (...args: Args) => Result): Write<Args, Result> =>
    inBatch ? inBatch(write) : db.transaction(write).immediate
  // A single statement is its own transaction.
  const alone = <Args extends unknown[], Result>(write: (...args: Args) => Result): Write<Args, Result> =>
    inBatch ? inBatch(write) : write

  return {
    caller: (hash: string) => selectCaller.get(hash),
    label: (id: number) => selectLabel.get(id),
    // In a transaction, several selects see the same snapshot and take SQLite's locks once.
    track: db.transaction(readTrackWithLabel),
    list: db.transaction(readList),
    account: (email: string) => selectAccount.get(email),
    user: db.transaction(readUser),

    // Writes: with batches they return promises.
    createLabel: inTransaction(createLabel),
    updateLabel: inTransaction(updateLabel),
    createTrack: inTransaction(createTrack),
    updateTrack: inTransaction(updateTrack),
    like: alone(like),
    issueToken: alone(issueToken),
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

/** The members of a record that its entry leaves out. */
const unaudited = new Set(['id', 'created_at', 'updated_at'])

const indexById = <Record extends { id: number }>(records: Record[]) =>
  new Map(records.map((record) => [record.id, record]))

const groupByTrack = (pivots: Pivot[]) => Map.groupBy(pivots, ({ track_id }) => track_id)
