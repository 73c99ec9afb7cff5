import { Database as Sqlite } from 'bun:sqlite'
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '../faults.ts'
import { type Contents, requireKnownSchema, requireSqlite, schemaOf } from './check.ts'
import { copyTo } from './copy.ts'
import { explained } from './explain.ts'
import { copiesOf, keepNewest, stampNow } from './keep.ts'

export interface Backup {
  file: string
  contents: Contents
  bytes: number
  /** In hex. */
  sha256: string
}

/** Where backups of a library go, unless said otherwise. */
export const backupFolder = (path: string): string => join(dirname(path), 'backups')

/**
 * Copies a library, which may be in use, into one file that was opened, checked and counted before it got its name.
 * @throws Failure when it can't; nothing is left then.
 */
export const backUp = async (path: string, target: string): Promise<Backup> => {
  requireOther(path, target)
  mkdirSync(dirname(resolve(target)), { recursive: true })
  const contents = copied(path, resolve(target))
  return { file: target, contents, bytes: statSync(target).size, sha256: await sha256Of(target) }
}

/** The same into a folder of backups, where only the newest `keep` of this library stay. */
export const backUpInto = async (path: string, folder: string, keep?: number): Promise<Backup> => {
  const backup = await backUp(path, join(folder, `${basename(path)}.${stampNow()}.db`))
  if (keep !== undefined) keepNewest(path, ending, keep, folder)
  return backup
}

const ending = /^\.\d{4}-\d\d-\d\dT[\d-]+Z\.db$/

/** The newest backup of a library in a folder. */
export const newestBackup = (path: string, folder: string): string | undefined =>
  existsSync(folder) ? copiesOf(path, ending, folder).at(-1) : undefined

const copied = (path: string, target: string): Contents => {
  requireSqlite(path)
  let client: Sqlite | undefined
  try {
    client = new Sqlite(path, { readonly: true })
    client.run('PRAGMA busy_timeout = 5000')
    requireKnownSchema(schemaOf(client), path)
    return copyTo(client, target)
  } catch (error) {
    throw explained(error, target)
  } finally {
    client?.close()
  }
}

const requireOther = (path: string, target: string) => {
  if (!existsSync(target)) return
  if (realpathSync(target) === realpathSync(path))
    throw new Failure(`${target} is the library itself. Name another file.`)
  // A backup may take the place of an older one, and of nothing else.
  requireSqlite(target)
}

const sha256Of = async (path: string): Promise<string> => {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of Bun.file(path).stream()) hasher.update(piece)
  return hasher.digest('hex')
}
