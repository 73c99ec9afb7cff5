import { accessSync, chownSync, constants, statSync } from 'node:fs'

/**
 * The mode of a library, its lock file and its copies: only the owner reads and writes them, because a library contains
 * email addresses and password hashes. SQLite gives the `-wal` and `-shm` files the mode of the database file.
 */
export const ownerOnly = 0o600

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
 * Gives `path` the owner and group of `source`. Only root can do that, and only root needs it: an administrator may run a
 * command as root, and a service that is not root has to be able to use the file afterwards. Does nothing for other users.
 */
export const copyOwner = (source: string, path: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(source)
  chownSync(path, uid, gid)
}
