import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { OperationalError } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import { quoteForShell } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { describeBackupFolderProblem } from '../backupFolder.ts'
import { type Copy, fileTimestamp, listCopies } from '../copies.ts'
import { copyTo } from '../copy.ts'
import { describeFileError, type FileUse } from '../describeFileError.ts'
import { readBackup } from '../libraryId.ts'
import { resolveLinks } from '../links.ts'
import { describeDanglingReferences, findDanglingReferences } from './danglingReferences.ts'
import { Contents, openForInspection, requireLibrary, verifyLibrary } from './integrity.ts'
import { findLibraryPart, isDatabase, requireNoLibraryPart, requireNoOtherKind } from './protect.ts'

/** `backup --json` prints it. */
export const Backup = Type.Object({
  file: Type.String(),
  bytes: Type.Integer(),
  /** In hexadecimal digits. */
  sha256: Type.String(),
  contents: Contents,
  /** The backup is complete nevertheless. */
  warning: Type.Optional(Type.String({ description: 'What is wrong with the library, and what to do.' })),
})
export type Backup = Static<typeof Backup>

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
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (error) {
    throw describeFileError(error, target, 'write')
  }
  const backup = await describeBackup(target, copyLibrary(path, file, { name: target }))
  const warning = describeDanglingReferences(readDanglingReferences(file), path)
  return warning === undefined ? backup : { ...backup, warning }
}

/** Reads those of a backup, which has what the library had. */
const readDanglingReferences = (file: string) => {
  using client = openForInspection(file)
  return findDanglingReferences(client)
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
  nameBackup({ address: path, name: basename(path) }, folder, keep, (target) => backUp(path, target))

/**
 * Makes a backup with the time in its name, as `backUpInto` does.
 * @param library - its name begins the names of its backups; its address distinguishes libraries of one name at a glance
 * @param make - makes the backup with this path
 */
export const nameBackup = async (
  { address, name }: { address: string; name: string },
  folder: string,
  keep: number | undefined,
  make: (target: string) => Promise<Backup>,
): Promise<Backup> => {
  const schedule =
    keep === undefined ? '' : `.every-${new Bun.CryptoHasher('sha256').update(address).digest('hex').slice(0, 8)}`
  const backup = await make(join(folder, `${name}${schedule}.${fileTimestamp()}.db`))
  if (keep !== undefined) deleteOldBackups(name, folder, { count: keep, newBackup: backup.file })
  return backup
}

const scheduledSuffix = /^\.every-[0-9a-f]{8}\.\d{4}-\d\d-\d\dT[\d-]+Z\.db$/
const anySuffix = /^(\.every-[0-9a-f]{8})?\.\d{4}-\d\d-\d\dT[\d-]+Z\.db$/

/**
 * Deletes the oldest scheduled backups of the library of a new one, so that `count` are left. Those of another library with this name
 * stay: where a disk is not mounted, an empty library may have been made in the place of the one whose backups they are. For the
 * same reason, the last backup with records stays beside newer ones without any.
 */
const deleteOldBackups = (name: string, folder: string, { count, newBackup }: { count: number; newBackup: string }) => {
  const id = readBackup(newBackup)?.id
  const older = listIfFolder(name, scheduledSuffix, folder).filter(
    ({ path }) => path !== newBackup && readBackup(path)?.id === id,
  )
  const hasRecords = (path: string) => readBackup(path)?.hasRecords
  // slice(0, -0) would select none.
  const surplus = older.slice(0, 1 - count || undefined)
  const keepsRecords = [newBackup, ...older.slice(surplus.length).map(({ path }) => path)].some(hasRecords)
  const last = keepsRecords ? undefined : surplus.findLast(({ path }) => hasRecords(path))
  for (const backup of surplus) if (backup !== last) rmSync(backup.path, { force: true })
}

/** Returns the backups in a folder of all libraries with a name, oldest first. @param path - of the library, or its name */
export const listBackups = (path: string, folder: string): Copy[] => listIfFolder(path, anySuffix, folder)

/** A library in a file, and its id. */
export interface LibraryFile {
  path: string
  id: string
}

const isOf = (id: string) => (backup: Copy) => readBackup(backup.path)?.id === id

/** Returns the backups of one library in a folder, oldest first. */
export const listOwnBackups = ({ path, id }: LibraryFile, folder: string): Copy[] =>
  listBackups(path, folder).filter(isOf(id))

/** Returns the newest of them; undefined if there is none. */
export const newestBackup = ({ path, id }: LibraryFile, folder: string): Copy | undefined =>
  listBackups(path, folder).findLast(isOf(id))

/** Says how to put the newest backup of a library back. */
export const adviseNewestBackup = (library: LibraryFile, folder: string): string => {
  const newest = newestBackup(library, folder)
  if (!newest) return `There is no backup of it in ${folder}. Stop the server, and put a library back.`
  const command = `music-library restore ${quoteForShell(newest.path)} --database ${quoteForShell(library.path)}`
  return `The newest one is from ${new Date(newest.time).toISOString()}: stop the server, put it back with ${command}, and start it again.`
}

/** The same of those that a schedule has made. */
export const newestScheduledBackup = ({ path, id }: LibraryFile, folder: string): Copy | undefined =>
  listIfFolder(path, scheduledSuffix, folder).findLast(isOf(id))

/** Describes the backups in a folder of another library with the same name; undefined if there are none. */
export const describeOtherBackups = ({ path, id }: LibraryFile, folder: string): string | undefined => {
  const others = listBackups(path, folder).filter(({ path }) => {
    const backup = readBackup(path)
    return backup !== undefined && backup.id !== id
  })
  const newest = others.at(-1)
  return (
    newest &&
    `${formatCount(others.length, 'backups')} in ${folder} ${others.length === 1 ? 'is' : 'are'} of another library with the name ${basename(path)}, the newest ${newest.path}.`
  )
}

/** The same; none where this user may not read the folder: the log, `doctor` and the console say so. */
export const listReadableBackups = (path: string, folder: string): Copy[] => {
  try {
    return listBackups(path, folder)
  } catch {
    return []
  }
}

/**
 * Makes sure that a new library may be created at a path: there is no backup of one with its name.
 * @throws OperationalError when there is one
 */
export const requireNoBackups = (path: string, folder: string): void => {
  const backups = listReadableBackups(path, folder)
  const newest = backups.at(-1)
  if (!newest) return
  throw new OperationalError(
    `There is no library at ${path}, but ${folder} has ${formatCount(backups.length, 'backups')} of one with this name. If its disk is not mounted, mount it. Otherwise restore the newest (music-library restore ${quoteForShell(newest.path)} --database ${quoteForShell(path)}), or start a new library with: serve --new`,
  )
}

const listIfFolder = (path: string, suffix: RegExp, folder: string) => {
  try {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (!isFolder) return []
    // An empty file is what is left of a copy after some failures of a disk.
    return listCopies(path, suffix, folder).filter((copy) => isDatabase(copy.path) !== false)
  } catch (error) {
    throw describeFileError(error, folder, 'read', { name: `The folder ${folder} for backups` })
  }
}

/**
 * Copies a library into a file that only its owner can read.
 * @param name - of the copy in messages
 * @throws OperationalError when the library is damaged, or when the copy can't be written
 */
export const copyLibrary = (
  path: string,
  target: string,
  { use = 'library', name = target }: { use?: FileUse; name?: string } = {},
): Contents => {
  let isOpen = false
  try {
    using client = openForInspection(path)
    requireLibrary(client, path)
    isOpen = true
    return copyTo(client, target)
  } catch (error) {
    // Once the library is open, other errors concern the file that is written.
    const isOfTarget = isOpen && fileErrorKind(error) !== 'damaged'
    throw isOfTarget ? describeFileError(error, target, 'write', { name }) : describeFileError(error, path, use)
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
  if (existsSync(target) && statSync(target).isDirectory())
    throw new OperationalError(`${file} is a folder. Name a file in it, or give the folder with --backup-dir.`)
  requireNoOtherKind(target)
  if (!existsSync(file)) return false
  if (path !== undefined && file === resolveLinks(path))
    throw new OperationalError(`${file} is the library itself. Name another file.`)
  const part = findLibraryPart(file)
  if (part) throw new OperationalError(`${file} is a library, not a backup: ${part} is beside it. Name another file.`)
  verifyLibrary(file, 'write')
  return true
}

const hashFile = async (path: string): Promise<string> => {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
  return hasher.digest('hex')
}
