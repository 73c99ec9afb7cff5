import { engine } from '../support/engine.ts'
import { openSql, type SqlConnection } from '../support/sql.ts'

/**
 * The writes that the server acknowledged with a successful response, and those that were in flight when it was killed.
 * After a kill the library has to contain all acknowledged writes. A write in flight may be there or not, but whole.
 */
export class AcknowledgedWrites {
  /** Acknowledged tracks by title, with the ids of their artists and genres in ascending order. */
  readonly tracks = new Map<string, { artistIds: number[]; genreIds: number[] }>()
  /** By label id: the last acknowledged name, and all names requested since the last kill, of which any may be stored. */
  readonly labels = new Map<number, { acknowledgedName: string; requestedNames: string[] }>()
  /** The number of acknowledged writes of all kinds. */
  count = 0

  /** Compares the library with the acknowledged writes. @returns failures as sentences */
  async findFailures(databaseUrl: string): Promise<string[]> {
    await using db = openSql(databaseUrl)
    return [
      ...(await findIntegrityFailures(db)),
      ...(await this.#findTrackFailures(db)),
      ...(await this.#findLabelFailures(db)),
    ]
  }

  /** After a kill and a comparison: takes the stored outcome of the writes that were in flight as their acknowledged one. */
  async resolveInFlight(databaseUrl: string): Promise<void> {
    await using db = openSql(databaseUrl)
    const storedNames = new Map((await readLabels(db)).map(({ id, name }) => [id, name]))
    for (const [id, label] of this.labels) {
      label.acknowledgedName = storedNames.get(id) ?? label.acknowledgedName
      label.requestedNames = []
    }
  }

  async #findTrackFailures(db: SqlConnection): Promise<string[]> {
    const failures: string[] = []
    const artistIds = await readRelatedIds(db, 'artist_track', 'artist_id')
    const genreIds = await readRelatedIds(db, 'genre_track', 'genre_id')
    const tracks = await db.query<{ id: number; title: string }>('SELECT id, title FROM tracks')
    const storedIds = new Map(tracks.map(({ id, title }) => [title, id]))
    for (const [title, expected] of this.tracks) {
      const id = storedIds.get(title)
      if (id === undefined) failures.push(`the acknowledged track ${title} is missing`)
      else if (!Bun.deepEquals([artistIds.get(id), genreIds.get(id)], [expected.artistIds, expected.genreIds])) {
        failures.push(`the acknowledged track ${title} lacks some of its artists and genres`)
      }
    }
    // Every track is created with two artists and one genre. With fewer, only a part of the write was stored.
    for (const [title, id] of storedIds) {
      if (artistIds.get(id)?.length !== 2 || genreIds.get(id)?.length !== 1) {
        failures.push(`the track ${title} is stored in part`)
      }
    }
    return failures
  }

  async #findLabelFailures(db: SqlConnection): Promise<string[]> {
    const failures: string[] = []
    for (const { id, name } of await readLabels(db)) {
      const label = this.labels.get(id)
      if (label && ![label.acknowledgedName, ...label.requestedNames].includes(name)) {
        failures.push(`the label ${id} has the name ${name}, not ${label.acknowledgedName}`)
      }
    }
    return failures
  }
}

/** PostgreSQL has no such checks, and checks foreign keys at all times. */
const findIntegrityFailures = async (db: SqlConnection): Promise<string[]> => {
  if (engine !== 'file') return []
  const failures: string[] = []
  const [row] = await db.query<{ integrity_check: string }>('PRAGMA integrity_check')
  if (row?.integrity_check !== 'ok') failures.push(`the integrity check reports ${row?.integrity_check}`)
  if ((await db.query('PRAGMA foreign_key_check')).length > 0) failures.push('a foreign key refers to a missing row')
  return failures
}

const readLabels = (db: SqlConnection) => db.query<{ id: number; name: string }>('SELECT id, name FROM labels')

/** Reads a many-to-many table. @returns the related ids in ascending order, by track id */
const readRelatedIds = async (db: SqlConnection, table: string, column: string): Promise<Map<number, number[]>> => {
  const sql = `SELECT track_id, ${column} AS id FROM ${table} ORDER BY 2`
  const idsByTrack = new Map<number, number[]>()
  for (const { track_id, id } of await db.query<{ track_id: number; id: number }>(sql)) {
    idsByTrack.set(track_id, [...(idsByTrack.get(track_id) ?? []), id])
  }
  return idsByTrack
}
