import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { descriptorLimitReached, descriptorsOfLibrary, isAtDescriptorLimit } from '../base/descriptors.ts'
import { AppError, DamagedLibrary, errorCode, errorMessage, OperationalError } from '../base/errors.ts'
import { type FileErrorKind, fileErrorKind } from '../base/fileErrors.ts'
import { quoteForShell } from '../base/visibleText.ts'
import { backupFolder } from './copies.ts'
import { describeClosedLibrary, listLibraryFiles, userName } from './fileOwner.ts'
import { findAccessError, findClosedFolder, isReadable, isWritable } from './permissions.ts'

/** What a file is used for: what could not be done, and what to do if the file is damaged. */
const uses = {
  library: { done: 'used', ifDamaged: 'Restore it from a backup.' },
  backup: { done: 'read', ifDamaged: 'Name another backup.' },
  read: { done: 'read', ifDamaged: 'Name another file.' },
  write: { done: 'written', ifDamaged: 'Name another file.' },
}

export type FileUse = keyof typeof uses

/** What to do if a file is damaged. */
export const adviceIfDamaged = (use: FileUse): string => uses[use].ifDamaged

interface Texts {
  /** What messages call the file or folder, by default its path. */
  name?: string
  /** What to do, in place of the advice for any file. */
  advice?: string
}

/**
 * Translates an error of the file system or SQLite about a file or folder into an OperationalError that says what is wrong and what to do.
 * Returns an AppError, and an error of another kind, as it is.
 */
export const describeFileError = (error: unknown, path: string, use: FileUse, texts: Texts = {}): unknown => {
  if (error instanceof AppError) return error
  const { name = path } = texts
  const kind = findKind(error, path)
  const done = `${name} can't be ${uses[use].done}`
  if (kind === undefined) {
    const isOther = use === 'library' || errorCode(error) === ''
    return isOther ? error : new OperationalError(`${done}: ${errorMessage(error)}`)
  }
  const [reason, advice] = explain[kind](resolve(path), use, name)
  const closed = use === 'library' && kind === 'forbidden' ? describeClosedLibrary(path, reason) : undefined
  if (closed) return closed
  const sentence = `${reason} ${texts.advice ?? advice}`
  const hasName = reason.startsWith(name) || reason.endsWith(` ${name}.`)
  const message = hasName ? sentence : `${done}. ${sentence}`
  return kind === 'damaged' && use === 'library' ? new DamagedLibrary(message) : new OperationalError(message)
}

/** Says why a folder can't be used, and what to do. @param advice - what to do if this user lacks a right */
export const explainFolderError = (error: unknown, folder: string, use: FileUse, advice: string): string => {
  const kind = fileErrorKind(error)
  if (kind === undefined) return errorMessage(describeFileError(error, folder, use))
  const [reason, general] = explain[kind](join(resolve(folder), 'file'), use, folder)
  return `${reason} ${kind === 'forbidden' ? advice : general}`
}

const findKind = (error: unknown, path: string): FileErrorKind | undefined => {
  const kind = fileErrorKind(error)
  if (kind !== 'unopened') return kind
  if (isAtDescriptorLimit(descriptorsOfLibrary)) return 'descriptors'
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'folder'
  return fileErrorKind(findAccessError([path, ...listLibraryFiles(path), dirname(path)])) ?? kind
}

/** The nearest folder of a file that exists. */
const folderOf = (path: string): string => {
  const folder = dirname(path)
  return existsSync(folder) ? folder : folderOf(folder)
}

/** Whether a part of a path is ~, which is hardly the name of a folder that is to be made. */
export const hasTilde = (path: string): boolean => path.split(sep).includes('~')

const isRead = (use: FileUse) => use === 'read' || use === 'backup'

type Reason = readonly [reason: string, advice: string]

const explainForbidden = (path: string, use: FileUse): Reason => {
  const closed = findClosedFolder(path)
  if (closed !== undefined)
    return [`The user ${userName()} may not enter the folder ${closed}.`, adviseRights(closed, 'rwx')]
  const isEnough = isRead(use) ? isReadable : isWritable
  const files = [...listLibraryFiles(path), dirname(path), ...(use === 'library' ? [backupFolder(path)] : [])]
  const place = files.find((file) => existsSync(file) && !isEnough(file)) ?? dirname(path)
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory()
  const verb = isRead(use) ? 'read' : 'write'
  const what = isFolder ? `the folder ${place}` : place
  return [`The user ${userName()} may not ${verb} ${what}.`, adviseRights(place, isFolder ? 'rwx' : 'rw')]
}

const adviseRights = (place: string, rights: string) => {
  const user = process.geteuid?.()
  if (statSync(place, { throwIfNoEntry: false })?.uid !== user) return 'Give this user the right, or name another file.'
  // Root has the rights of an owner: a folder of the kernel has other reasons.
  return user === 0 ? 'Name another file.' : `Allow it: chmod u+${rights} ${quoteForShell(place)}`
}

const explainMissing = (path: string, use: FileUse, name: string): Reason => {
  const folder = dirname(path)
  if (!existsSync(folder))
    return [
      `There is no folder ${folder}.`,
      hasTilde(folder) ? tildeAdvice : 'Make it, or mount the disk that it is on.',
    ]
  if (isRead(use)) return [`There is no file ${name}.`, 'Name another one.']
  return [`No file can be made in ${folder}.`, 'Name one in another folder.']
}

const tildeAdvice =
  'A shell puts your home folder in the place of ~ only at the start of a word without quotes. Leave the quotes out, or write the whole path.'

/** Why a file can't be used, and what to do. A reason that does not name the file is said after what could not be done with it. */
const explain: Record<FileErrorKind, (path: string, use: FileUse, name: string) => Reason> = {
  full: (path) => [`The disk of ${folderOf(path)} is full.`, 'Make room, and try again.'],
  quota: (path) => [
    `The user ${userName()} may store no more on the disk of ${folderOf(path)} (quota).`,
    'Delete files of this user there, or raise the quota.',
  ],
  tooLarge: () => [
    'It would be larger than its disk or a limit of this process allows.',
    'Name a file on another disk, or raise the limit (ulimit -f).',
  ],
  // The option ProtectSystem=strict of a systemd unit makes all folders read-only that the unit does not list.
  readOnly: (path) => {
    const folder = folderOf(path)
    return [
      `The folder ${folder} is read-only for the user ${userName()}.`,
      `In a systemd unit, allow it with ReadWritePaths=${folder}; otherwise mount its disk writable.`,
    ]
  },
  forbidden: explainForbidden,
  missing: explainMissing,
  inFile: (path) => [`There is no folder ${dirname(path)}: part of its path is a file.`, 'Name another one.'],
  exists: (path) => [`There is no folder ${dirname(path)}: part of its path is a file.`, 'Name another one.'],
  folder: (_, __, name) => [`${name} is a folder.`, 'Name the file in it.'],
  nameTooLong: () => ['Its name is too long.', 'Choose a shorter one.'],
  linkLoop: () => ['Its links lead in a circle.', 'Name the file itself.'],
  descriptors: () => descriptorLimitReached,
  busy: (_, __, name) => [`${name} is locked by another program.`, 'Stop that program, or try again later.'],
  vanished: (path) => [`The disk or the server of ${folderOf(path)} does not answer.`, 'Mount it again.'],
  failing: (path) => [
    `The disk of ${folderOf(path)} reports an error.`,
    'The log of the system (dmesg) has more. Copy what you need to another disk.',
  ],
  damaged: (_, use, name) => [`${name} is damaged.`, uses[use].ifDamaged],
  notDatabase: (_, __, name) => [`${name} is not a SQLite database.`, 'Name another file, or move this one away.'],
  unopened: () => [
    "SQLite can't open it.",
    'Check that it is a file, and that you may read and write it and its folder.',
  ],
}
