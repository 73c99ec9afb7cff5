import { inArray } from 'drizzle-orm'
import { type AuditedTransaction, auditAsParts } from '../../../audit/write.ts'
import { slices } from '../../../base/objects.ts'
import { requireRecord } from '../../../catalogue/store.ts'
import { createRecord } from '../../../catalogue/writes.ts'
import { artists, genres, tracks } from '../../../library/catalogueSchema.ts'
import type { Reader } from '../../../library/connection.ts'
import { type PastedTrack, rejectProblems } from './parse.ts'

/** What rows would create in one state of the library. */
export interface Plan {
  rows: readonly PastedTrack[]
  /** The ids of the artists and genres that exist, by their names. */
  ids: { artists: Map<string, number>; genres: Map<string, number> }
  new_artists: string[]
  new_genres: string[]
}

const namesPerSelect = 500

const findByName = async (read: Reader, table: typeof artists | typeof genres, names: readonly string[]) => {
  const found: { id: number; name: string }[] = []
  for (const page of slices(names, namesPerSelect))
    found.push(...(await read.select({ id: table.id, name: table.name }).from(table).where(inArray(table.name, page))))
  return Map.groupBy(found, ({ name }) => name)
}

/** @throws ValidationError for a name that several records have */
const resolveNames = async (read: Reader, table: typeof artists | typeof genres, kind: string, lists: string[][]) => {
  const names = [...new Set(lists.flat())]
  const found = await findByName(read, table, names)
  const shared = names.filter((name) => (found.get(name)?.length ?? 0) > 1)
  rejectProblems(
    shared.map((name) => `Several ${kind} have the name ${name}. Leave it out, and add the right one later.`),
  )
  const ids = new Map([...found].flatMap(([name, [record]]): [string, number][] => (record ? [[name, record.id]] : [])))
  return { ids, missing: names.filter((name) => !ids.has(name)) }
}

/** @throws ValidationError for a path that a track of the library has, or another row: a catalogue file knows tracks by their paths */
const requireNewPaths = async (read: Reader, rows: readonly PastedTrack[]) => {
  const paths = [...new Set(rows.map(({ file_path }) => file_path))]
  const existing = await read.select({ path: tracks.file_path }).from(tracks).where(inArray(tracks.file_path, paths))
  const used = new Set(existing.map(({ path }) => path))
  const problems: string[] = []
  for (const { line, file_path } of rows) {
    if (used.has(file_path)) problems.push(`Line ${line}: There is a track with the path ${file_path} already.`)
    used.add(file_path)
  }
  rejectProblems(problems)
}

/** @throws NotFound for an album that does not exist; ValidationError */
export const planTracks = async (read: Reader, album_id: number, rows: readonly PastedTrack[]): Promise<Plan> => {
  await requireRecord(read, 'albums', album_id)
  await requireNewPaths(read, rows)
  const ofArtists = await resolveNames(
    read,
    artists,
    'artists',
    rows.map((row) => row.artists),
  )
  const ofGenres = await resolveNames(
    read,
    genres,
    'genres',
    rows.map((row) => row.genres),
  )
  return {
    rows,
    ids: { artists: ofArtists.ids, genres: ofGenres.ids },
    new_artists: ofArtists.missing,
    new_genres: ofGenres.missing,
  }
}

/** Identifies what a plan creates. */
export const digestPlan = (album_id: number, { rows, ids, new_artists, new_genres }: Plan): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([album_id, rows, [...ids.artists], [...ids.genres], new_artists, new_genres]))
    .digest('hex')

/** Creates the artists and genres that are missing, and then the tracks in their order, as one action. */
export const createTracks = async (
  tx: AuditedTransaction,
  album_id: number,
  { rows, ids, new_artists, new_genres }: Plan,
): Promise<void> => {
  await tx.audit({ action: 'bulk', record: 'tracks', counts: { created: rows.length } })
  const asParts = auditAsParts(tx)
  for (const name of new_artists) ids.artists.set(name, (await createRecord(asParts, 'artists', { name })).id)
  for (const name of new_genres) ids.genres.set(name, (await createRecord(asParts, 'genres', { name })).id)
  const idsOf = (known: Map<string, number>, names: string[]) => names.flatMap((name) => known.get(name) ?? [])
  for (const { title, file_path, duration_seconds, artists, genres } of rows) {
    const related = { artist_ids: idsOf(ids.artists, artists), genre_ids: idsOf(ids.genres, genres) }
    await createRecord(asParts, 'tracks', { title, file_path, duration_seconds, album_id, ...related })
  }
}
