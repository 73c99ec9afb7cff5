import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode, OperationalError } from '../errors.ts'
import { describeBackupFolderProblem } from './backupFolder.ts'
import { copyTo } from './copy.ts'
import { describeError } from './describeError.ts'
import { type Contents, openForInspection, requireLibrary, verifyLibrary } from './integrity.ts'
import { resolveLinks } from './links.ts'
import { createFolder } from './permissions.ts'
import { findLibraryPart, isDatabase, requireNoLibraryPart } from './protect.ts'
import { type Copy, fileTimestamp, keepNewest, listCopies } from './retention.ts'

export interface Backup {
  file: string
  contents: Contents
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
}

/**
 * Copies a library into one file, also while it is served. The copy gets the name `target` after it was verified; it
 * replaces an older backup of this name. Of the folders only the default one for backups is made.
 * @throws OperationalError when the library is damaged, when `target` is a library or another file, when its folder is missing,
 * or when the copy can't be written. No partial file is left then.
 */
export const backUp = async (path: string, target: string): Promise<Backup> => {
  const file = resolveLinks(target)
  hasOlderBackup(path, target)
  const problem = describeBackupFolderProblem(path, dirname(file))
  if (problem) throw new OperationalError(problem)
  // Any other folder exists.
  createFolder(dirname(file), path)
  return describeBackup(target, copyLibrary(path, file, path))
}

/** Describes a backup that was made. */
export const describeBackup = async (target: string, contents: Contents): Promise<Backup> => {
  const file = resolveLinks(target)
  return { file: target, contents, bytes: statSync(file).size, sha256: await hashFile(file) }
}

/**
 * Backs a library up into a file in a folder, with the time in its name.
 * @param keep - if given, this is a scheduled backup, and only the newest `keep` scheduled backups stay in the folder
 * @throws OperationalError as `backUp` does
 */
export const backUpInto = (path: string, folder: string, keep?: number): Promise<Backup> =>
  nameBackup({ id: path, name: basename(path) }, folder, keep, (target) => backUp(path, target))

/**
 * Makes a backup with the time in its name, as `backUpInto` does.
 * @param library - its name begins the names of its backups; its id distinguishes libraries of one name
 * @param make - makes the backup with this path
 */
export const nameBackup = async (
  { id, name }: { id: string; name: string },
  folder: string,
  keep: number | undefined,
  make: (target: string) => Promise<Backup>,
): Promise<Backup> => {
  const schedule = keep === undefined ? '' : `.${scheduleId(id)}`
  const backup = await make(join(folder, `${name}${schedule}.${fileTimestamp()}.db`))
  if (keep !== undefined) keepNewest(name, scheduledSuffix(id), { count: keep, newCopy: backup.file }, folder)
  return backup
}

/** Distinguishes the scheduled backups of libraries that have the same name and share a folder. */
const scheduleId = (path: string) => `every-${new Bun.CryptoHasher('sha256').update(path).digest('hex').slice(0, 8)}`

const scheduledSuffix = (path: string) => new RegExp(`^\\.${scheduleId(path)}\\.\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z\\.db$`)

const anySuffix = /^(\.every-[0-9a-f]{8})?\.\d{4}-\d\d-\d\dT[\d-]+Z\.db$/

/** Returns all backups of a library in a folder, oldest first. */
export const listBackups = (path: string, folder: string): Copy[] => listIfFolder(path, anySuffix, folder)

/** Returns the newest scheduled backup of a library in a folder; undefined if there is none. */
export const newestScheduledBackup = (path: string, folder: string): Copy | undefined =>
  listIfFolder(path, scheduledSuffix(path), folder).at(-1)

const listIfFolder = (path: string, suffix: RegExp, folder: string) => {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder) return []
  // An empty file is what is left of a copy after some failures of a disk.
  return listCopies(path, suffix, folder).filter((copy) => isDatabase(copy.path) !== false)
}

/**
 * Copies a library into a file that only its owner can read.
 * @param owner - a copy that root makes belongs to the owner of this file or folder
 * @throws OperationalError when the library is damaged, or when the copy can't be written
 */
export const copyLibrary = (path: string, target: string, owner: string): Contents => {
  let client: Sqlite | undefined
  try {
    client = openForInspection(path)
    requireLibrary(client, path)
  } catch (error) {
    client?.close(true)
    throw describeError(error, path)
  }
  try {
    return copyTo(client, target, owner)
  } catch (error) {
    // From here on other errors concern the file that is written.
    throw describeError(error, errorCode(error) === 'SQLITE_CORRUPT' ? path : target)
  } finally {
    client.close(true)
  }
}

/**
 * Whether an older backup has the name that a backup of a library gets.
 * @param path - of the library; undefined if it is not a file
 * @throws OperationalError when a library that is in use, a file of a library, a folder, or a file of another kind has it
 */
export const hasOlderBackup = (path: string | undefined, target: string): boolean => {
  const file = resolveLinks(target)
  requireNoLibraryPart(target)
  if (!existsSync(file)) return false
  if (statSync(file).isDirectory())
    throw new OperationalError(`${file} is a folder. Name a file in it, or give the folder with --backup-dir.`)
  if (path !== undefined && file === resolveLinks(path))
    throw new OperationalError(`${file} is the library itself. Name another file.`)
  const part = findLibraryPart(file)
  if (part) throw new OperationalError(`${file} is a library, not a backup: ${part} is beside it. Name another file.`)
  verifyLibrary(file)
  return true
}

const hashFile = async (path: string): Promise<string> => {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}
