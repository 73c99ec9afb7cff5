import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileErrorKind } from '../base/fileErrors.ts'

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

/** A user of this machine, and the group that its files get. */
interface User {
  name: string
  gid: number
}

/** Finds a user in the list of this machine. Containers often have ids without one, and some networks have their own lists. */
export const findUser = (uid: number): User | undefined => {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    const [name, , , gid] = lines.map((line) => line.split(':')).find((fields) => fields[2] === `${uid}`) ?? []
    return name ? { name, gid: Number(gid) } : undefined
  } catch {
    return undefined
  }
}

/**
 * The name of a user, of this process if no id is given, or its id if it has no name. Bun's `userInfo` returns the variable USER, which
 * `setpriv` and others do not set.
 */
export const userName = (uid: number | undefined = process.geteuid?.()): string =>
  uid === undefined ? '' : (findUser(uid)?.name ?? `${uid}`)
