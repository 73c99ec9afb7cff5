import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileErrorKind } from '../base/fileErrors.ts'

/**
 * The mode of a library, its lock file and its copies: only the owner reads and writes them, because a library contains
 * email addresses and password hashes. SQLite gives the `-journal`, `-wal` and `-shm` files the mode of the database file.
 */
const ownerOnly = 0o600

/** The error of the first file or folder that this user may not read and write; undefined if there is none. */
export const findAccessError = (paths: readonly string[], mode = constants.R_OK | constants.W_OK): unknown => {
  try {
    for (const path of paths) accessSync(path, mode)
  } catch (error) {
    return error
  }
}

/** The same for a file or folder that is only read. */
export const findReadError = (path: string): unknown => findAccessError([path], constants.R_OK)

/** Returns whether the current user may read and write a file or folder. */
export const isWritable = (path: string): boolean => findAccessError([path]) === undefined

/** Returns whether the current user may read a file. */
export const isReadable = (path: string): boolean => findReadError(path) === undefined

/** The folder on the way to a file that this user may not enter; undefined if there is none. */
export const findClosedFolder = (path: string): string | undefined => {
  try {
    statSync(path)
    return
  } catch (error) {
    if (fileErrorKind(error) !== 'forbidden') return
  }
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  return folder
}

/**
 * Creates an empty file that only its owner can read and write.
 * @throws Error with the code `EEXIST` when anything has this name, be it a link
 */
export const createFile = (path: string): void => closeSync(openSync(path, 'wx', ownerOnly))
