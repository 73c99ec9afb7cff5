import type { Static } from '@sinclair/typebox'
import { inArray } from 'drizzle-orm'
import type { AuditedTransaction } from '../../../audit/auditedWrite.ts'
import { findChanges } from '../../../audit/compareMembers.ts'
import { slices } from '../../../base/objects.ts'
import { createChangeSet } from '../../../catalogue/changes/changeSet.ts'
import { type RecordWrite, recordsPerStatement } from '../../../catalogue/changes/recordWrite.ts'
import type { FoundChanges } from '../../../catalogue/changes/run.ts'
import type { Members } from '../../../catalogue/members.ts'
import type { ResourceName } from '../../../catalogue/resources.ts'
import { requireRecord } from '../../../catalogue/store.ts'
import { createRecord } from '../../../catalogue/writes.ts'
import { artists, genres } from '../../../library/catalogueSchema.ts'
import type { Reader } from '../../../library/connection.ts'
import { requireReferences } from '../../../library/references.ts'
import type { PastedTracksResult, TrackWithoutFile } from './model.ts'
import { NewPaths, readAlbumOfTracks, readArtistNames } from './newTracks.ts'
import { type PastedRow, rejectProblems } from './parse.ts'

/** What rows would create in one state of the library. */
export interface FoundTracks extends FoundChanges, Pick<PastedTracksResult, 'tracks' | 'new_artists' | 'new_genres'> {}

/** What rows have that say nothing else. */
interface Defaults {
  /** That of the album. */
  title: string | undefined
  numberOf(index: number): string
  /** The names of the artists. */
  names: readonly string[]
}

const namesPerSelect = 500

const findByName = async (read: Reader, table: typeof artists | typeof genres, names: readonly string[]) => {
  const found: { id: number; name: string }[] = []
  for (const page of slices(names, namesPerSelect))
    found.push(...(await read.select({ id: table.id, name: table.name }).from(table).where(inArray(table.name, page))))
  return Map.groupBy(found, ({ name }) => name)
}

/** @throws ValidationError for a name that several records have */
const resolveNames = async (read: Reader, kind: 'artists' | 'genres', lists: string[][]) => {
  const names = [...new Set(lists.flat())]
  const found = await findByName(read, { artists, genres }[kind], names)
  const shared = names.filter((name) => (found.get(name)?.length ?? 0) > 1)
  rejectProblems(
    shared.map((name) => `Several ${kind} have the name ${name}. Leave it out, and add the right one later.`),
  )
  const ids = new Map([...found].flatMap(([name, [record]]): [string, number][] => (record ? [[name, record.id]] : [])))
  return { ids, missing: names.filter((name) => !ids.has(name)) }
}

/** What the paths of rows are, in their order. @throws ValidationError for one that a track of the library has, or another row */
const findPaths = async (read: Reader, rows: readonly PastedRow[], { title, numberOf, names }: Defaults) => {
  const newPaths = new NewPaths(read)
  const paths: string[] = []
  const problems: string[] = []
  for (const [index, { line, file_path, position, disc, ...row }] of rows.entries()) {
    const [artist = names[0]] = row.artists
    const number = position ?? numberOf(index)
    paths.push(file_path ?? (await newPaths.make({ artist, album: title, disc, position: number, title: row.title })))
    // A catalogue file knows tracks by their paths.
    if (file_path !== undefined && !(await newPaths.add(file_path)))
      problems.push(`Line ${line}: There is a track with the path ${file_path} already.`)
  }
  rejectProblems(problems)
  return paths
}

/**
 * Finds the creation of tracks on an album in their order, after that of the artists and genres that are missing.
 * @throws NotFound; ValidationError for rows that can't be created
 */
export const findTracks = async (
  read: Reader,
  album_id: number,
  { rows, artist_ids }: { rows: readonly PastedRow[]; artist_ids: number[] | undefined },
): Promise<FoundTracks> => {
  await requireRecord(read, 'albums', album_id)
  const album = await readAlbumOfTracks(read, album_id)
  const defaults = { ...album, ...(artist_ids?.length && { artist_ids }) }
  await requireReferences(read, ['artist_ids', artists, defaults.artist_ids])
  const names = await readArtistNames(read, defaults.artist_ids)
  const paths = await findPaths(read, rows, { ...defaults, names })
  const set = createChangeSet()
  const resolve = async (resource: 'artists' | 'genres') => {
    const { ids, missing } = await resolveNames(
      read,
      resource,
      rows.map((row) => row[resource]),
    )
    // Their places among the new records of the set.
    for (const [index, name] of missing.entries()) ids.set(name, -1 - index)
    await set.add(missing.map((name, index) => toCreation(resource, -1 - index, { name })))
    const idsOf = (row: PastedRow) => row[resource].flatMap((name) => ids.get(name) ?? [])
    return { missing, idsOf }
  }
  // In the order of the resources.
  const namedGenres = await resolve('genres')
  const namedArtists = await resolve('artists')
  for (const page of slices([...rows.entries()], recordsPerStatement))
    await set.add(
      page.map(([index, row]) => {
        const { title, duration_seconds } = row
        const related = {
          artist_ids: row.artists.length > 0 ? namedArtists.idsOf(row) : defaults.artist_ids,
          genre_ids: namedGenres.idsOf(row),
        }
        const members = { title, file_path: paths[index], duration_seconds, album_id, ...related }
        return toCreation('tracks', -1 - index, members)
      }),
    )
  return {
    changes: set.finish(),
    entry: { action: 'bulk', record: 'tracks', counts: { created: rows.length } },
    ...{ new_artists: namedArtists.missing, new_genres: namedGenres.missing },
    tracks: rows.map(({ line, disc, ...row }, index) => ({
      ...row,
      file_path: paths[index] ?? '', // each row has one
      artists: row.artists.length > 0 ? row.artists : names,
    })),
  }
}

/** Creates a track that has no file. Without artists it has those of its album. @throws ValidationError as `createRecord` */
export const createTrackWithoutFile = async (tx: AuditedTransaction, body: Static<typeof TrackWithoutFile>) => {
  const { title, numberOf, ...album } = await readAlbumOfTracks(tx.db, body.album_id)
  const { artist_ids = album.artist_ids } = body
  const [artist] = await readArtistNames(tx.db, artist_ids)
  const position = title === undefined ? undefined : numberOf(0)
  const file_path = await new NewPaths(tx.db).make({ artist, album: title, position, title: body.title })
  return createRecord(tx, 'tracks', { ...body, artist_ids, file_path })
}

const toCreation = (resource: ResourceName, id: number, members: Members): RecordWrite => ({
  ...{ resource, id, name: String(members.title ?? members.name), action: 'create' },
  changes: findChanges({}, members),
})
