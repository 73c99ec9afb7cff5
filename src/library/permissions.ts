import { accessSync, closeSync, constants, openSync } from 'node:fs'

/**
 * The mode of a library, its lock file and its copies: only the owner reads and writes them, because a library contains
 * email addresses and password hashes. SQLite gives the `-journal`, `-wal` and `-shm` files the mode of the database file.
 */
const ownerOnly = 0o600

/** Returns whether the current user may read and write a file or folder. */
export const isWritable = (path: string): boolean => mayAccess(path, constants.R_OK | constants.W_OK)

/** Returns whether the current user may read a file. */
export const isReadable = (path: string): boolean => mayAccess(path, constants.R_OK)

const mayAccess = (path: string, mode: number) => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/**
 * Creates an empty file that only its owner can read and write.
 * @throws Error with the code `EEXIST` when anything has this name, be it a link
 */
export const createFile = (path: string): void => closeSync(openSync(path, 'wx', ownerOnly))
