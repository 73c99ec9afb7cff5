import type { Database as Sqlite } from 'bun:sqlite'

/** What a write changed: the ids of rows under the names of their tables. */
export interface Changes {
  labels: number[]
  new_labels: number[]
  genres: number[]
  new_genres: number[]
  artists: number[]
  new_artists: number[]
  albums: number[]
  new_albums: number[]
  /** Tracks that changed themselves, or in what they are tied to. */
  tracks: number[]
  new_tracks: number[]
  /** Artists that a track was tied to or taken from. */
  artists_of_tracks: number[]
  /** Albums that a track came into or went out of. */
  albums_of_tracks: number[]
  /** Users whose likes changed. */
  likers: number[]
  users: number[]
  roles: number[]
  /** Hashes of tokens. */
  tokens: string[]
  /** Rows of any other table. */
  others: number[]
}

type Note = [as: keyof Changes, column: string]

/** For each table, what a change of one of its rows is noted as, and by which of its columns. */
const noted: Record<string, Note[]> = {
  labels: [['labels', 'id']],
  genres: [['genres', 'id']],
  artists: [['artists', 'id']],
  albums: [['albums', 'id']],
  tracks: [
    ['tracks', 'id'],
    ['albums_of_tracks', 'album_id'],
  ],
  artist_track: [
    ['tracks', 'track_id'],
    ['artists_of_tracks', 'artist_id'],
  ],
  genre_track: [['tracks', 'track_id']],
  likes: [['likers', 'user_id']],
  users: [['users', 'id']],
  roles: [['roles', 'id']],
  tokens: [['tokens', 'hash']],
}

/** A new record is noted apart, since nothing can show it yet but the list of its kind. */
const notedWhenNew: Record<string, Note[]> = {
  labels: [['new_labels', 'id']],
  genres: [['new_genres', 'id']],
  artists: [['new_artists', 'id']],
  albums: [['new_albums', 'id']],
  tracks: [
    ['new_tracks', 'id'],
    ['albums_of_tracks', 'album_id'],
  ],
}

/** Where not every column shows in an answer: those whose change is noted. */
const shown: Record<string, string[]> = { tokens: ['user_id', 'hash'] }

const kinds: (keyof Changes)[] = [
  ...[...Object.values(noted), ...Object.values(notedWhenNew)].flatMap((notes) => notes.map(([kind]) => kind)),
  'others',
]

/**
 * Notes every row that this connection changes, also what foreign keys change by themselves. The triggers belong to the
 * connection, so the file knows nothing of them, and what is rolled back takes its notes with it.
 */
export const changeLog = (client: Sqlite) => {
  client.run('PRAGMA temp_store = MEMORY')
  client.run('CREATE TEMP TABLE changed (kind TEXT NOT NULL, id)')
  const tables = client.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  for (const { name: table } of tables.all()) {
    const notes: Note[] = noted[table] ?? [['others', 'rowid']]
    const trigger = (event: string, notes: Note[], rows: string[]) => {
      const inserts = notes.flatMap(([kind, column]) =>
        rows.map((row) => `INSERT INTO changed VALUES ('${kind}', ${row}.${column});`),
      )
      client.run(
        `CREATE TEMP TRIGGER "${table} ${event}" AFTER ${event} ON main.${table} BEGIN ${inserts.join(' ')} END`,
      )
    }
    trigger('INSERT', notedWhenNew[table] ?? notes, ['new'])
    trigger(shown[table] ? `UPDATE OF ${shown[table]}` : 'UPDATE', notes, ['new'])
    trigger('DELETE', notes, ['old'])
    // What a row no longer belongs to is affected, too.
    for (const note of noted[table] ?? []) trigger(`UPDATE OF ${note[1]}`, [note], ['old'])
  }
  const take = client.prepare<{ kind: keyof Changes; id: number | string | null }, []>(
    'DELETE FROM changed RETURNING kind, id',
  )

  /** What was changed since it was last asked; undefined for nothing. Asked before the commit that keeps it. */
  return (): Changes | undefined => {
    const rows = take.all()
    if (rows.length === 0) return
    const ids = new Map(kinds.map((kind) => [kind, new Set<number | string>()]))
    for (const { kind, id } of rows) if (id !== null) ids.get(kind)?.add(id)
    return Object.fromEntries([...ids].map(([kind, set]) => [kind, [...set]])) as unknown as Changes
  }
}

/** A number that is another one once another program has changed the file. */
export const versionElsewhere = (client: Sqlite) => {
  const look = client.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let known: number | undefined
  const now = (): number => {
    try {
      return look.get()?.data_version ?? Number.NaN
    } catch {
      // Locked for good by another program, which then is about to change it.
      return Number.NaN
    }
  }
  return {
    now,
    /** Looks once in a turn of the event loop: what is answered in one turn was asked before it began. */
    inThisTurn: (): number => {
      if (known === undefined) {
        known = now()
        setImmediate(() => {
          known = undefined
        })
      }
      return known
    },
  }
}
