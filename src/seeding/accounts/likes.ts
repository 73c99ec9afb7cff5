import { eq, sql } from 'drizzle-orm'
import { listFirst } from '../../base/words.ts'
import { tracks } from '../../library/catalogueSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { isAmongTexts, textArray } from '../../library/engineSql.ts'
import { prepared } from '../../library/prepared.ts'
import type { ProblemList } from '../read/problems.ts'
import type { Entry } from './validate.ts'

// No index has the paths. So one statement finds the tracks of all entries.
const selectByPaths = prepared((on) =>
  on
    .select({ id: tracks.id, path: tracks.file_path })
    .from(tracks)
    .where(isAmongTexts(tracks.file_path, 'paths'))
    .orderBy(tracks.id)
    .prepare(),
)

const selectByKey = prepared((on) =>
  on
    .select({ id: tracks.id })
    .from(tracks)
    .where(eq(tracks.key, sql.placeholder('key')))
    .prepare(),
)

/**
 * Finds the tracks that entries like. Adds a problem for each reference to no track or to several.
 * @returns the ids of the tracks of each entry, in its order, each once
 */
export const resolveLikes = async (
  read: Reader,
  entries: readonly Entry[],
  problems: ProblemList,
): Promise<Map<Entry, number[]>> => {
  const idsByPath = await findByPaths(read, entries)
  const resolved = new Map<Entry, number[]>()
  for (const entry of entries) {
    const ids = new Set<number>()
    for (const [index, reference] of likesOf(entry).entries()) {
      const found = await findTracks(read, reference, idsByPath)
      const [id] = found
      if (id !== undefined && found.length === 1) ids.add(id)
      // A value that is no reference has a problem already, which stays.
      else problems.add(`${entry.pointer}/likes/${index}`, () => describeProblem(reference, found))
    }
    resolved.set(entry, [...ids])
  }
  return resolved
}

/** The likes of an entry. Those of an invalid entry may be anything. */
const likesOf = ({ account }: Entry): { path?: unknown; key?: unknown }[] => {
  const likes: unknown = account.likes
  return Array.isArray(likes) ? likes.map(Object) : []
}

const findByPaths = async (read: Reader, entries: readonly Entry[]) => {
  const paths = entries.flatMap((entry) => likesOf(entry).flatMap(({ path }) => (typeof path === 'string' ? path : [])))
  const idsByPath = new Map<string, number[]>()
  if (paths.length === 0) return idsByPath
  for (const { id, path } of await selectByPaths(read).all({ paths: textArray(new Set(paths)) }))
    idsByPath.getOrInsertComputed(path, () => []).push(id)
  return idsByPath
}

const findTracks = async (
  read: Reader,
  { path, key }: { path?: unknown; key?: unknown },
  idsByPath: Map<string, number[]>,
): Promise<number[]> => {
  if (typeof path === 'string') return idsByPath.get(path) ?? []
  if (typeof key !== 'string') return []
  return (await selectByKey(read).all({ key })).map(({ id }) => id)
}

/** The maximum number of ids in a problem. */
const maxListedIds = 10

const describeProblem = ({ path, key }: { path?: unknown; key?: unknown }, found: readonly number[]) => {
  const name = path === undefined ? `key ${JSON.stringify(key)}` : `file_path ${JSON.stringify(path)}`
  if (found.length === 0) return `No track has the ${name}. Import the catalogue first, or correct it.`
  return `Several tracks have the ${name}: ids ${listFirst(found, maxListedIds)}. Name one by its key, as { "key": … }.`
}
