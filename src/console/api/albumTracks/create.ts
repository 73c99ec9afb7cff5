import { inArray } from 'drizzle-orm'
import { findChanges } from '../../../audit/compareMembers.ts'
import { slices } from '../../../base/objects.ts'
import { createChangeSet } from '../../../catalogue/changes/changeSet.ts'
import { type RecordWrite, recordsPerStatement } from '../../../catalogue/changes/recordWrite.ts'
import type { FoundChanges } from '../../../catalogue/changes/run.ts'
import type { Members } from '../../../catalogue/members.ts'
import type { ResourceName } from '../../../catalogue/resources.ts'
import { requireRecord } from '../../../catalogue/store.ts'
import { artists, genres, tracks } from '../../../library/catalogueSchema.ts'
import type { Reader } from '../../../library/connection.ts'
import type { PastedTracksResult } from './model.ts'
import { type PastedRow, rejectProblems } from './parse.ts'

/** What rows would create in one state of the library. */
export interface FoundTracks extends FoundChanges, Pick<PastedTracksResult, 'new_artists' | 'new_genres'> {}

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

/** @throws ValidationError for a path that a track of the library has, or another row: a catalogue file knows tracks by their paths */
const requireNewPaths = async (read: Reader, rows: readonly PastedRow[]) => {
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

/**
 * Finds the creation of tracks on an album in their order, after that of the artists and genres that are missing.
 * @throws NotFound; ValidationError for rows that can't be created
 */
export const findTracks = async (read: Reader, album_id: number, rows: readonly PastedRow[]): Promise<FoundTracks> => {
  await requireRecord(read, 'albums', album_id)
  await requireNewPaths(read, rows)
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
  const genres = await resolve('genres')
  const artists = await resolve('artists')
  for (const page of slices([...rows.entries()], recordsPerStatement))
    await set.add(
      page.map(([index, row]) => {
        const { title, file_path, duration_seconds } = row
        const related = { artist_ids: artists.idsOf(row), genre_ids: genres.idsOf(row) }
        return toCreation('tracks', -1 - index, { title, file_path, duration_seconds, album_id, ...related })
      }),
    )
  return {
    changes: set.finish(),
    entry: { action: 'bulk', record: 'tracks', counts: { created: rows.length } },
    ...{ new_artists: artists.missing, new_genres: genres.missing },
  }
}

const toCreation = (resource: ResourceName, id: number, members: Members): RecordWrite => ({
  ...{ resource, id, name: String(members.title ?? members.name), action: 'create' },
  changes: findChanges({}, members),
})
