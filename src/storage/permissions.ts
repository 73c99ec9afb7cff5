import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { OperationalError } from '../errors.ts'

/**
 * The mode of a library, its lock file and its copies: only the owner reads and writes them, because a library contains
 * email addresses and password hashes. SQLite gives the `-journal`, `-wal` and `-shm` files the mode of the database file.
 */
const ownerOnly = 0o600

/** Returns whether the current user may read and write a file or folder. */
export const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Creates an empty file that only its owner can read and write. If root creates it, it gets the owner and group of
 * `source`: a service that is not root has to be able to use the file.
 * @param path - without links, as `resolveLinks` returns it
 * @throws Error with the code `EEXIST` when anything has this name, be it a link
 */
export const createFile = (path: string, source: string): void => {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow, ownerOnly)
  try {
    if (!isRoot()) return
    requireLocation(descriptor, path)
    setOwner(descriptor, source)
  } finally {
    closeSync(descriptor)
  }
}

/** Creates a folder and its parents, unless it exists. If root creates it, it gets the owner and group of `source`. */
export const createFolder = (path: string, source: string): void => {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  if (!isRoot()) return
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | noFollow)
  try {
    setOwner(descriptor, source)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Calls an action with a path of a folder. If root runs it, this path leads to the same folder even when another user puts a
 * link in its place meanwhile. A rename looks the folder up twice, so it could move a file into another folder otherwise.
 */
export const withFolder = <T>(folder: string, action: (path: string) => T): T => {
  if (!isRoot() || !existsSync(descriptors)) return action(folder)
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | noFollow)
  try {
    return action(`${descriptors}/${descriptor}`)
  } finally {
    closeSync(descriptor)
  }
}

/** Has a link for each open file and folder of this process. Only Linux has it. */
const descriptors = '/proc/self/fd'

const isRoot = () => process.getuid?.() === 0

// Windows has no such flag.
const noFollow = constants.O_NOFOLLOW ?? 0

/** The owner is set on the open file: its name may lead to another file by now. */
const setOwner = (descriptor: number, source: string) => {
  const { uid, gid } = statSync(source)
  fchownSync(descriptor, uid, gid)
}

/**
 * A user who owns a folder of the path may have replaced it by a link just now, and would be given a file in another folder.
 * @throws OperationalError when an open file is not at its path; the file is removed
 */
const requireLocation = (descriptor: number, path: string) => {
  if (!existsSync(descriptors)) return
  const location = readlinkSync(`${descriptors}/${descriptor}`)
  if (location === path) return
  rmSync(location, { force: true })
  throw new OperationalError(`${path} was not written: its folder has become a link.`)
}
