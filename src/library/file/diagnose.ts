import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { errorMessage } from '../../base/errors.ts'
import { defaultLimits } from '../../base/limits.ts'
import { formatBytes, listFirst } from '../../base/words.ts'
import { backupFolder, type Copy } from '../copies.ts'
import { describeFileError } from '../describeFileError.ts'
import {
  type AuditLimits,
  type AuditSize,
  checkBackups,
  checkOtherBackups,
  checkTemporaryFiles,
  describeAdmins,
  describeAudit,
  type Finding,
  maxNames,
  selectAdminCount,
  selectAuditSize,
} from '../diagnose.ts'
import { listLibraryFiles } from '../fileOwner.ts'
import { readFreeBytes } from '../freeSpace.ts'
import { type BackupFacts, hasRecords, readBackup, readLibraryId } from '../libraryId.ts'
import { findAccessError } from '../permissions.ts'
import { listTemporaryFolders } from '../temporaryFiles.ts'
import { listBackups } from './backup.ts'
import { describeDanglingReferences, findDanglingReferences } from './danglingReferences.ts'
import { findIntegrityErrors, openForInspection, readSchemaVersion, requireLibrary } from './integrity.ts'
import { isServed } from './lockFile.ts'
import { listReplacedLibraries, maxReplacedAgeMs, sizeOfReplaced } from './replacedLibraries.ts'

/** Disks with less free space fail the check, in bytes. A WAL may grow to 32 MB before a checkpoint. */
const minFreeBytes = 50e6
/**
 * A WAL that is larger, in bytes, shows that something has read the library without a pause for a long time: meanwhile the
 * WAL can't be emptied.
 */
const maxWalBytes = 100e6

/**
 * Examines a library and its surroundings, also while it is served. Changes nothing. Reads all of the file.
 * @param backups - the folder for backups, and the interval of scheduled ones, in milliseconds, if there are any
 * @param audit - the settings of the audit trail
 */
export const diagnose = (
  path: string,
  backups: { folder: string; intervalMs: number | undefined },
  audit: AuditLimits = defaultLimits,
): Finding[] => {
  if (!existsSync(path)) return [{ what: 'file', state: 'wrong', says: `There is no library at ${path}.` }]
  return [
    checkFile(path),
    checkPermissions(path),
    ...checkContents(path, audit),
    checkDisk(path),
    checkFileSystem(path),
    checkWal(path),
    ...checkAllBackups(path, backups.folder, backups.intervalMs),
    checkReplaced(path),
    checkTemporaryFiles(listTemporaryFolders(path, backups.folder)),
  ]
}

const checkAllBackups = (path: string, folder: string, intervalMs: number | undefined): Finding[] => {
  // Of a damaged library only the name is known. Its newest backup is probably its own.
  const facts = readFacts(path) ?? newestFacts(path, folder) ?? { id: '', hasRecords: true }
  const library = { path, id: facts.id }
  return [checkBackups(library, folder, intervalMs), ...checkOtherBackups(library, folder, !facts.hasRecords)]
}

const readFacts = (path: string): BackupFacts | undefined => {
  try {
    using client = openForInspection(path)
    return { id: readLibraryId(client), hasRecords: hasRecords(client) }
  } catch {
    return
  }
}

const newestFacts = (path: string, folder: string) => {
  try {
    const newest = listBackups(path, folder).at(-1)
    return newest && readBackup(newest.path)
  } catch {
    return
  }
}

const checkFile = (path: string): Finding => ({
  what: 'file',
  state: 'good',
  says: `${path}, ${formatBytes(statSync(path).size)}, ${describeService(path)}`,
})

const describeService = (path: string) => {
  const served = isServed(path)
  if (served === undefined) return "this user can't see whether it is served"
  return served ? 'served now' : 'not served now'
}

const checkPermissions = (path: string): Finding => {
  const what = 'rights'
  const folders = [dirname(path), backupFolder(path)].filter((folder) => existsSync(folder))
  const error = findAccessError([...listLibraryFiles(path), ...folders])
  if (error) return { what, state: 'wrong', says: errorMessage(describeFileError(error, path, 'library')) }
  // The permissions of the group and of others.
  const isExposed = (statSync(path).mode & 0o077) !== 0
  if (isExposed) return { what, state: 'note', says: `Other users of this machine can read it; chmod 600 ${path}` }
  return { what, state: 'good', says: 'only its owner can read and write it' }
}

const checkContents = (path: string, audit: AuditLimits): Finding[] => {
  try {
    using client = openForInspection(path)
    requireLibrary(client, path)
    return [checkIntegrity(client, path), checkSchema(client), checkAdmins(client), ...checkAudit(client, audit)]
  } catch (error) {
    return [{ what: 'health', state: 'wrong', says: errorMessage(describeFileError(error, path, 'library')) }]
  }
}

const checkIntegrity = (client: Sqlite, path: string): Finding => {
  const what = 'health'
  const errors = findIntegrityErrors(client)
  if (errors.length > 0) return { what, state: 'wrong', says: `${errors.join('; ')}. Restore a backup.` }
  const dangling = describeDanglingReferences(findDanglingReferences(client), path)
  if (dangling !== undefined) return { what, state: 'wrong', says: dangling }
  return { what, state: 'good', says: 'every page and every reference is sound' }
}

const checkSchema = (client: Sqlite): Finding => {
  const what = 'schema'
  const version = readSchemaVersion(client)
  const newest = migrations.length
  // `requireLibrary` has rejected a newer schema.
  if (version < newest) return { what, state: 'note', says: `${version}; the next start brings it to ${newest}` }
  return { what, state: 'good', says: `${version}, the newest` }
}

const checkAdmins = (client: Sqlite): Finding =>
  describeAdmins(client.query<{ count: number }, []>(selectAdminCount).get()?.count ?? 0)

/** A library of an older schema may have no audit trail. */
const checkAudit = (client: Sqlite, audit: AuditLimits): Finding[] => {
  if (readSchemaVersion(client) < migrations.length) return []
  const row = client.query<AuditSize, []>(selectAuditSize).get()
  return row ? describeAudit(row, audit) : []
}

const checkDisk = (path: string): Finding => {
  const what = 'disk'
  const freeBytes = readFreeBytes(path)
  const free = formatBytes(freeBytes)
  if (freeBytes < minFreeBytes) return { what, state: 'wrong', says: `only ${free} are free` }
  if (freeBytes < 2 * statSync(path).size) {
    return { what, state: 'note', says: `${free} are free, too little for a backup beside it` }
  }
  return { what, state: 'good', says: `${free} are free` }
}

// By the `f_type` of https://man7.org/linux/man-pages/man2/statfs.2.html
const localFileSystems: Record<number, string> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  16914836: 'tmpfs',
  2035054128: 'overlay',
  801189825: 'zfs',
  4076150800: 'f2fs',
}
const networkFileSystems: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  16914839: '9P',
}

const checkFileSystem = (path: string): Finding => {
  const what = 'file system'
  const { type } = statfsSync(dirname(path))
  const network = networkFileSystems[type]
  // https://sqlite.org/useovernet.html
  if (network) return { what, state: 'wrong', says: `${network}: locks and commits can't be relied on over a network` }
  const local = localFileSystems[type]
  if (local === 'tmpfs') return { what, state: 'note', says: 'tmpfs: it is gone when the machine restarts' }
  return { what, state: 'good', says: local ?? `kind 0x${type.toString(16)}` }
}

const checkWal = (path: string): Finding => {
  const what = 'journal'
  const bytes = existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0
  const says = `-wal of ${formatBytes(bytes)}`
  if (bytes <= maxWalBytes) return { what, state: 'good', says }
  return { what, state: 'wrong', says: `${says}: a program has read the library for too long. Restart the server.` }
}

const checkReplaced = (path: string): Finding => {
  const what = 'replaced'
  try {
    return describeReplaced(listReplacedLibraries(path))
  } catch (error) {
    return { what, state: 'wrong', says: errorMessage(describeFileError(error, dirname(path), 'read')) }
  }
}

const describeReplaced = (replaced: Copy[]): Finding => {
  const what = 'replaced'
  if (replaced.length === 0) return { what, state: 'good', says: 'there is no library that a restore has replaced' }
  const size = formatBytes(replaced.reduce((sum, copy) => sum + sizeOfReplaced(copy), 0))
  const paths = replaced.map((copy) => copy.path)
  const says = `${replaced.length} of ${size}: ${listFirst(paths, maxNames)}`
  // The age is unknown if the time is in the future.
  const isForgotten = replaced.some(({ time }) => Math.abs(Date.now() - time) > maxReplacedAgeMs)
  if (replaced.length === 1 && !isForgotten) return { what, state: 'good', says }
  return { what, state: 'note', says: `${says}; delete what you don't need` }
}
