import { accessSync, chownSync, constants, statSync } from 'node:fs'

/** Whether this user may write a file or folder. */
export const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Gives what root has made to the owner of something else: a service that is not root has to get at it. */
export const copyOwner = (like: string, path: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(like)
  chownSync(path, uid, gid)
}
