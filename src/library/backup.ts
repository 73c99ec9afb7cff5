import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode, OperationalError } from '../errors.ts'
import { copyTo } from './copy.ts'
import { describeError } from './describeError.ts'
import { type Contents, openForInspection, requireLibrary, requireSqlite, verifyLibrary } from './integrity.ts'
import { copyOwner } from './permissions.ts'
import { fileTimestamp, keepNewest, listCopies } from './retention.ts'

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
 * @throws OperationalError when it can't; nothing is left then.
 */
export const backUp = async (path: string, target: string): Promise<Backup> => {
  const file = resolve(target)
  requireFree(path, file)
  const contents = copied(path, file)
  copyOwner(path, file)
  return { file: target, contents, bytes: statSync(file).size, sha256: await sha256Of(file) }
}

/** The same into a folder of backups. With `keep`, it is one of a row of which only so many stay, the newest. */
export const backUpInto = async (path: string, folder: string, keep?: number): Promise<Backup> => {
  const row = keep === undefined ? '' : `.${scheduleId(path)}`
  const backup = await backUp(path, join(folder, `${basename(path)}${row}.${fileTimestamp()}.db`))
  if (keep !== undefined) keepNewest(path, scheduledSuffix(path), keep, folder)
  return backup
}

/** Tells libraries apart that have the same name and one folder for their backups. */
const scheduleId = (path: string) => `every-${new Bun.CryptoHasher('sha256').update(path).digest('hex').slice(0, 8)}`

const scheduledSuffix = (path: string) => new RegExp(`^\\.${scheduleId(path)}\\.\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z\\.db$`)

const ending = /^(\.every-[0-9a-f]{8})?\.\d{4}-\d\d-\d\dT[\d-]+Z\.db$/

/** The newest backup of a library in a folder. */
export const newestBackup = (path: string, folder: string): string | undefined =>
  isFolder(folder) ? listCopies(path, ending, folder).at(-1) : undefined

/** The newest backup of the row that is made again and again. */
export const newestScheduledBackup = (path: string, folder: string): string | undefined =>
  isFolder(folder) ? listCopies(path, scheduledSuffix(path), folder).at(-1) : undefined

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const copied = (path: string, target: string): Contents => {
  let client: Sqlite | undefined
  try {
    requireSqlite(path)
    client = openForInspection(path)
    requireLibrary(client, path)
  } catch (error) {
    client?.close(true)
    throw describeError(error, path)
  }
  try {
    makeFolder(dirname(target), path)
    return copyTo(client, target)
  } catch (error) {
    throw describeError(error, errorCode(error) === 'SQLITE_CORRUPT' ? path : target)
  } finally {
    client.close(true)
  }
}

const makeFolder = (folder: string, path: string) => {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  copyOwner(path, folder)
}

/** A backup may take the place of an older one, but not of a library, nor of what is no library's file at all. */
const requireFree = (path: string, target: string) => {
  if (!existsSync(target)) return
  if (realpathSync(target) === realpathSync(path)) {
    throw new OperationalError(`${target} is the library itself. Name another file.`)
  }
  const beside = ['.lock', '-wal', '-shm'].map((end) => target + end).find(existsSync)
  if (beside)
    throw new OperationalError(`${target} is a library, not a backup: ${beside} is beside it. Name another file.`)
  verifyLibrary(target)
}

const sha256Of = async (path: string): Promise<string> => {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of Bun.file(path).stream()) hasher.update(piece)
  return hasher.digest('hex')
}
