import { Database as Sqlite } from 'bun:sqlite'

/** What clients were told, and what they had asked for without an answer when the server died. */
export class Ledger {
  /** Tracks by title, with the ids of their artists and genres. */
  readonly tracks = new Map<string, { artists: number[]; genres: number[] }>()
  /** The names of labels by id: the last that was acknowledged, and those asked for since. */
  readonly labels = new Map<number, { known: string; asked: string[] }>()
  /** Whether a track is liked, by the id of the track: what was acknowledged, or `open` while a change is under way. */
  readonly likes = new Map<number, 'liked' | 'not liked' | 'open'>()
  acknowledged = 0

  /** What a file says of labels and likes. */
  static read(path: string) {
    const db = new Sqlite(path, { readonly: true })
    const labels = db.query<{ id: number; name: string }, []>('SELECT id, name FROM labels').all()
    const liked = db.query<{ track_id: number }, []>('SELECT track_id FROM likes').all()
    db.close()
    return {
      labels: new Map(labels.map(({ id, name }) => [id, name])),
      liked: new Set(liked.map(({ track_id }) => track_id)),
    }
  }

  /** What the file has not, or has otherwise, as sentences. */
  check(path: string): string[] {
    const db = new Sqlite(path, { readonly: true })
    const faults: string[] = []
    const all = <Row>(sql: string) => db.query<Row, []>(sql).all()
    const [integrity] = all<{ integrity_check: string }>('PRAGMA integrity_check')
    if (integrity?.integrity_check !== 'ok') faults.push(`integrity: ${integrity?.integrity_check}`)
    if (all('PRAGMA foreign_key_check').length > 0) faults.push('a reference to nothing')

    const pairs = (table: string, other: string) => {
      const ids = new Map<number, number[]>()
      const rows = all<{ track_id: number; id: number }>(`SELECT track_id, ${other} AS id FROM ${table} ORDER BY 2`)
      for (const { track_id, id } of rows) ids.set(track_id, [...(ids.get(track_id) ?? []), id])
      return ids
    }
    const artists = pairs('artist_track', 'artist_id')
    const genres = pairs('genre_track', 'genre_id')
    const stored = new Map(
      all<{ id: number; title: string }>('SELECT id, title FROM tracks').map(({ id, title }) => [title, id]),
    )
    for (const [title, expected] of this.tracks) {
      const id = stored.get(title)
      if (id === undefined) faults.push(`the track ${title} was acknowledged and is not there`)
      else if (!Bun.deepEquals([artists.get(id), genres.get(id)], [expected.artists, expected.genres])) {
        faults.push(`the track ${title} is there without all of its artists and genres`)
      }
    }
    // Each track is created with two artists and a genre: one without them is half a write.
    for (const [title, id] of stored) {
      if (artists.get(id)?.length !== 2 || genres.get(id)?.length !== 1)
        faults.push(`half of the track ${title} is there`)
    }
    for (const { id, name } of all<{ id: number; name: string }>('SELECT id, name FROM labels')) {
      const label = this.labels.get(id)
      if (label && ![label.known, ...label.asked].includes(name))
        faults.push(`the label ${id} is ${name}, not ${label.known}`)
    }
    const liked = new Set(all<{ track_id: number }>('SELECT track_id FROM likes').map(({ track_id }) => track_id))
    for (const [id, state] of this.likes) {
      if (state !== 'open' && (state === 'liked') !== liked.has(id)) faults.push(`the track ${id} should be ${state}`)
    }
    db.close()
    return faults
  }
}
