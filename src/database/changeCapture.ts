import type { Database as Sqlite } from 'bun:sqlite'

/** A row that a write changed, as what it is to who remembers answers. */
export interface Change {
  kind: Kind
  /** The row's id; of a token the hash. */
  id: number | string
}

/**
 * A `new_` record can show nowhere yet but in the list of its kind. `tracks` have changed themselves or in what they are
 * tied to; an artist or album has more `tracks_of` it than before; `likes` are those of a user; `others` are rows of
 * tables that nobody has told of here.
 */
type Kind =
  | `${'' | 'new_'}${'labels' | 'genres' | 'artists' | 'albums' | 'tracks'}`
  | `tracks_of_${'artists' | 'albums'}`
  | 'likes'
  | 'users'
  | 'roles'
  | 'tokens'
  | 'others'

type Note = [as: Kind, column: string]

/** For each table, what a change of one of its rows is noted as, and by which of its columns. */
const trackedTables: Record<string, Note[]> = {
  labels: [['labels', 'id']],
  genres: [['genres', 'id']],
  artists: [['artists', 'id']],
  albums: [['albums', 'id']],
  tracks: [['tracks', 'id']],
  artist_track: [['tracks', 'track_id']],
  genre_track: [['tracks', 'track_id']],
  likes: [['likes', 'user_id']],
  users: [['users', 'id']],
  roles: [['roles', 'id']],
  tokens: [['tokens', 'hash']],
}

/** What a row comes to belong to. Who shows where it was until then shows the row itself, too. */
const newParents: Record<string, Note[]> = {
  tracks: [['tracks_of_albums', 'album_id']],
  artist_track: [['tracks_of_artists', 'artist_id']],
}

const notedWhenNew: Record<string, Note[]> = {
  labels: [['new_labels', 'id']],
  genres: [['new_genres', 'id']],
  artists: [['new_artists', 'id']],
  albums: [['new_albums', 'id']],
  tracks: [['new_tracks', 'id']],
}

/** Where not every column shows in an answer: those whose change is noted. */
const shown: Record<string, string[]> = { tokens: ['user_id', 'hash'] }

/**
 * Notes every row that this connection changes, also what foreign keys change by themselves. The triggers belong to the
 * connection, so the file knows nothing of them, and what is rolled back takes its notes with it.
 */
export const captureChanges = (client: Sqlite) => {
  client.run('PRAGMA temp_store = MEMORY')
  client.transaction(() => noteChanges(client))()
  const take = client.prepare<{ kind: Kind; id: number | string | null }, []>('DELETE FROM changed RETURNING kind, id')

  /** What was changed since it was last asked. Asked before the commit that keeps it. */
  return (): Change[] => take.all().filter((change): change is Change => change.id !== null)
}

const noteChanges = (client: Sqlite) => {
  client.run('CREATE TEMP TABLE changed (kind TEXT NOT NULL, id)')
  const tables = client.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  for (const { name: table } of tables.all()) {
    const notes: Note[] = trackedTables[table] ?? [['others', 'rowid']]
    const owners = newParents[table] ?? []
    const trigger = (event: string, notes: Note[], row: 'new' | 'old') => {
      const inserts = notes.map(([kind, column]) => `INSERT INTO changed VALUES ('${kind}', ${row}.${column});`)
      client.run(
        `CREATE TEMP TRIGGER "${table} ${event}" AFTER ${event} ON main.${table} BEGIN ${inserts.join(' ')} END`,
      )
    }
    trigger('INSERT', [...(notedWhenNew[table] ?? notes), ...owners], 'new')
    trigger(shown[table] ? `UPDATE OF ${shown[table]}` : 'UPDATE', notes, 'new')
    trigger('DELETE', notes, 'old')
    // Which row it is may change as well.
    for (const note of trackedTables[table] ?? []) trigger(`UPDATE OF ${note[1]}`, [note], 'old')
    for (const owner of owners) trigger(`UPDATE OF ${owner[1]}`, [owner], 'new')
  }
}

/** A number that is another one once another program has changed the file. */
export const createExternalVersion = (client: Sqlite) => {
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
