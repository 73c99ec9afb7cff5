import { existsSync, statSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { errorMessage } from '../base/errors.ts'
import type { Limits } from '../base/limits.ts'
import { formatBytes, formatCount, formatDuration, listFirst } from '../base/words.ts'
import { auditEntrySize } from './auditSchema.ts'
import { ageOf, describeOverdue } from './backupAge.ts'
import { describeBackupFolderProblem } from './backupFolder.ts'
import type { Instant } from './clock.ts'
import type { Copy } from './copies.ts'
import { describeFileError } from './describeFileError.ts'
import { describeOtherBackups, type LibraryFile, listOwnBackups } from './file/backup.ts'
import { isServed } from './file/lockFile.ts'
import { isReadable } from './permissions.ts'
import { listLeftovers } from './temporaryFiles.ts'

// What `doctor` and the console find about a library on any engine.

/** The result of one check. */
export const Finding = Type.Object(
  {
    what: Type.String({ description: 'The name of the check.' }),
    state: Type.Union([Type.Literal('good'), Type.Literal('note'), Type.Literal('wrong')], {
      description: '`note` is information for the operator; `wrong` has to be fixed.',
    }),
    says: Type.String(),
  },
  { title: 'Finding' },
)
export type Finding = Static<typeof Finding>

/** `doctor --json` prints it as it is, so its members and values are a public interface. */
export const Diagnosis = Type.Object(
  { ok: Type.Boolean(), findings: Type.Array(Finding) },
  {
    title: 'Diagnosis',
    examples: [
      { ok: true, findings: [{ what: 'health', state: 'good', says: 'every page and every reference is sound' }] },
    ],
  },
)
export type Diagnosis = Static<typeof Diagnosis>

const dayMs = 86_400_000

/**
 * Selects the size of the audit trail in bytes, on both engines, the size and the number of what entries keep to be undone, and when the newest
 * entry was added or the last cleanup was.
 */
export const selectAuditSize = `SELECT coalesce(sum(${auditEntrySize}), 0) AS bytes,
  coalesce(sum(octet_length(restore)), 0) AS kept, count(restore) AS entries,
  (SELECT max(instant) FROM (SELECT instant FROM cleanup_clock
    UNION ALL SELECT (SELECT created_at FROM audit ORDER BY id DESC LIMIT 1)) AS known) AS newest FROM audit`

/** A row of `selectAuditSize`. */
export interface AuditSize {
  bytes: number
  kept: number
  entries: number
  newest: Instant
}

export type AuditLimits = Pick<Limits, 'auditMaxBytes' | 'undoKeepMs'>

export const describeAudit = (
  { bytes, kept, entries, newest }: AuditSize,
  { auditMaxBytes, undoKeepMs }: AuditLimits,
): Finding[] => {
  const days = Math.round(undoKeepMs / dayMs)
  const duration = days < 1 ? 'less than a day' : formatCount(days, 'days')
  const says = `changes can be undone for ${duration} (undo-keep); deletions and removed links keep ${formatMebibytes(kept)} MiB in ${formatCount(entries, 'entries')} for it`
  return [describeAuditSize(bytes, auditMaxBytes), { what: 'undo', state: 'good', says }, checkClock(newest)]
}

const checkClock = (newest: Instant): Finding => {
  const what = 'clock'
  const wrong = describeWrongClock(newest, 'the newest entry of the audit trail and the last cleanup')
  if (wrong !== undefined) return { what, state: 'note', says: wrong }
  return {
    what,
    state: 'good',
    says: 'the newest entry of the audit trail, or the last cleanup, is less than a day old',
  }
}

/**
 * Returns a sentence if the clock of the machine differs by more than a day from an instant that was the present once, and so may be wrong.
 * @param what - what was done at that instant
 */
export const describeWrongClock = (instant: Instant, what: string): string | undefined => {
  const aheadMs = Date.now() - Date.parse(instant)
  if (Math.abs(aheadMs) <= dayMs) return
  if (aheadMs < 0)
    return `The clock of this machine is ${formatDuration(-aheadMs)} behind ${what}. If it is wrong, set it.`
  return `The clock of this machine is ${formatDuration(aheadMs)} ahead of ${what}. If it is wrong, set it: in each hour that a server runs, it deletes what one more day makes too old.`
}

/** Selects the number of admins, on both engines. */
export const selectAdminCount =
  "SELECT count(*) AS count FROM users JOIN roles ON roles.id = role_id WHERE roles.name = 'admin'"

export const describeAdmins = (count: number): Finding =>
  count === 0
    ? { what: 'admins', state: 'note', says: 'there is none; see: user add --admin' }
    : { what: 'admins', state: 'good', says: `${count}` }

/** The part of the maximum size from which on the operator is told. */
const noteFrom = 0.9

const formatMebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)

/** Compares the size of the audit trail with its maximum. The server deletes once in an hour, so it may be larger. */
const describeAuditSize = (bytes: number, auditMaxBytes: number): Finding => {
  const says = `${formatMebibytes(bytes)} of at most ${auditMaxBytes / 1_048_576} MiB`
  if (bytes < noteFrom * auditMaxBytes) return { what: 'audit', state: 'good', says }
  return {
    what: 'audit',
    state: 'note',
    says: `${says}: the oldest entries are deleted before audit-keep. See audit-max`,
  }
}

const what = 'backup'

const maxBackupAgeMs = 7 * dayMs

/**
 * Checks the backups of a library, and the folder for them. With scheduled backups it is wrong if they are overdue, or if none
 * can be made. Without them the operator may keep backups elsewhere, so it is information.
 * @param intervalMs - the interval of scheduled backups, in milliseconds, if there are any
 */
export const checkBackups = (library: LibraryFile, folder: string, intervalMs: number | undefined): Finding => {
  const { path } = library
  try {
    const problem = describeBackupFolderProblem(path, folder)
    if (problem && !isReadable(folder)) return { what, state: intervalMs ? 'wrong' : 'note', says: problem }
    const overdue = intervalMs && describeOverdue(library, folder, intervalMs)
    if (overdue) return { what, state: 'wrong', says: `${overdue} ${problem ?? reasonOf(path)}` }
    if (problem) return { what, state: intervalMs ? 'wrong' : 'note', says: problem }
    return checkNewestBackup(listOwnBackups(library, folder), folder)
  } catch (error) {
    return { what, state: 'wrong', says: errorMessage(describeFileError(error, folder, 'read')) }
  }
}

/**
 * Checks whether the folder has backups of another library with the same name. Libraries may share a folder; but if this one has no
 * records, it may have been made by mistake, while the disk of the other was not mounted.
 */
export const checkOtherBackups = (library: LibraryFile, folder: string, isEmpty: boolean): Finding[] => {
  try {
    const others = describeOtherBackups(library, folder)
    if (others === undefined) return []
    if (!isEmpty) return [{ what, state: 'note', says: others }]
    return [
      { what, state: 'wrong', says: `${others} This library has no records: it may be in the place of that one.` },
    ]
  } catch {
    // The check before has said so.
    return []
  }
}

const reasonOf = (path: string) =>
  isServed(path) === false ? 'A server makes them while it runs, and none runs now.' : 'The log of the server says why.'

/** Checks the age of the newest backup. @param backups - the oldest first */
export const checkNewestBackup = (backups: Copy[], folder: string): Finding => {
  const newest = backups.at(-1)
  if (!newest) return { what, state: 'note', says: `there is none in ${folder}` }
  const age = ageOf(newest)
  if (age === undefined) return { what, state: 'note', says: `${newest.path}, with a time in the future` }
  const says = `${newest.path}, ${age < dayMs ? 'less than a day' : formatDuration(age)} old`
  const future = backups.filter((backup) => ageOf(backup) === undefined).length
  if (future > 0)
    return { what, state: 'note', says: `${says}; ${future} with a time in the future count as the oldest` }
  return { what, state: age > maxBackupAgeMs ? 'note' : 'good', says }
}

/** How many files a finding names at most. */
export const maxNames = 5

/** Checks whether killed programs have left temporary files, such as a copy of the library. @param folders - where these may be */
export const checkTemporaryFiles = (folders: readonly string[]): Finding => {
  const what = 'temporary'
  const listed = folders.flatMap(listLeftovers).flatMap((leftover) => leftover.paths)
  // Other programs may delete some meanwhile.
  const paths = [...new Set(listed)].filter((path) => existsSync(path))
  if (paths.length === 0) return { what, state: 'good', says: 'no killed program has left a file' }
  const bytes = paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
  const says = `${formatCount(paths.length, 'files')} of ${formatBytes(bytes)} that a killed program has left: ${listFirst(paths, maxNames)}`
  return {
    what,
    state: 'note',
    says: `${says}; a server deletes them when it starts and once an hour, and files of earlier versions when they are a day old`,
  }
}
