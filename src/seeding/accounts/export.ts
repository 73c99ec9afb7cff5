import { count, eq, gt, sql } from 'drizzle-orm'
import { roles, users } from '../../library/accountSchema.ts'
import { tracks } from '../../library/catalogueSchema.ts'
import type { Reader } from '../../library/connection.ts'
import { likes } from '../../library/likeSchema.ts'
import { exportCatalogue, lineOf } from '../export/exportCatalogue.ts'

interface AccountsExport {
  /** The text of the file. It can be iterated once. */
  chunks: Iterable<string>
  /** The number of accounts in the file. */
  count: number
  /** The number of liked tracks that the file names by keys which the library does not have. */
  generatedKeyCount: number
}

/**
 * Exports the accounts with their likes as an accounts file, with the hashes of their passwords if `withHashes` is set. The
 * text does not depend on ids. Tokens are not part of it: the library has only their hashes.
 * Call it in a snapshot, so that all selects see the same moment.
 */
export const exportAccounts = async (read: Reader, withHashes: boolean): Promise<AccountsExport> => {
  const { references, generatedKeyCount } = await readLikedTracks(read)
  const likesByUser = await readLikes(read, references)
  const rows = await readAccounts(read)
  const entries = rows.map(({ id, role, locked, password_hash, email_set_by, ...account }) => {
    const userLikes = likesByUser.get(id)
    return {
      ...account,
      role,
      ...(locked && { locked }),
      ...(email_set_by !== 'admin' && { email_set_by }),
      ...(withHashes && { password_hash }),
      ...(userLikes && { likes: userLikes }),
    }
  })
  return { chunks: chunksOf(entries), count: entries.length, generatedKeyCount }
}

const readAccounts = async (read: Reader) =>
  read
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: roles.name,
      locked: users.locked,
      email_set_by: users.email_set_by,
      password_hash: users.password,
    })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.role_id))
    .orderBy(sql`lower(${users.email})`)

type Reference = string | { key: string }

/** How the file names each liked track: by its path, or by its key if several tracks have the path. */
const readLikedTracks = async (read: Reader) => {
  const sharedPaths = read
    .select({ path: tracks.file_path })
    .from(tracks)
    .groupBy(tracks.file_path)
    .having(gt(count(), 1))
  const rows = await read
    .select({
      id: tracks.id,
      key: tracks.key,
      path: tracks.file_path,
      isShared: sql`${tracks.file_path} in ${sharedPaths}`.mapWith(Boolean),
    })
    .from(tracks)
    .where(sql`${tracks.id} in (select ${likes.track_id} from ${likes})`)
  const isKeyless = ({ isShared, key }: { isShared: boolean; key: string | null }) => isShared && key === null
  const generatedKeyCount = rows.filter(isKeyless).length
  const generatedKeys = generatedKeyCount > 0 ? await readGeneratedKeys(read) : new Map<number, string>()
  const references = new Map<number, Reference>()
  for (const { id, key, path, isShared } of rows) {
    const trackKey = key ?? generatedKeys.get(id)
    references.set(id, isShared && trackKey !== undefined ? { key: trackKey } : path)
  }
  return { references, generatedKeyCount }
}

/** The keys that an export of the catalogue gives to tracks without one, by their ids. */
const readGeneratedKeys = async (read: Reader): Promise<Map<number, string>> => {
  const { generatedKeys } = await exportCatalogue(read)
  return new Map(generatedKeys.flatMap(({ section, id, key }) => (section === 'tracks' ? [[id, key] as const] : [])))
}

/** The likes of each user, the first like first. */
const readLikes = async (read: Reader, references: ReadonlyMap<number, Reference>) => {
  const likesByUser = new Map<number, Reference[]>()
  const rows = await read.select({ user_id: likes.user_id, track_id: likes.track_id }).from(likes).orderBy(likes.id)
  for (const { user_id, track_id } of rows) {
    const reference = references.get(track_id)
    if (reference !== undefined) likesByUser.getOrInsertComputed(user_id, () => []).push(reference)
  }
  return likesByUser
}

function* chunksOf(entries: readonly Record<string, unknown>[]): Generator<string> {
  yield '{\n  "$schema": "./accounts.schema.json",\n  "accounts": ['
  for (const [index, entry] of entries.entries()) yield `${index === 0 ? '' : ','}\n    ${lineOf(entry)}`
  yield entries.length > 0 ? '\n  ]\n}\n' : ']\n}\n'
}
