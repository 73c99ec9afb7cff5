import { resolve } from 'node:path'
import { errorMessage, OperationalError } from '../base/errors.ts'
import { findOwner, findUser, userName } from '../library/fileOwner.ts'
import { parsePath } from '../library/locate.ts'
import { findClosedFolder } from '../library/permissions.ts'

// Root may run a command on a library of a service that has a user of its own. What root made there would be closed to the service. And
// that user may put links anywhere in its folders, with which root would write files anywhere on the machine. So the process becomes one
// of that user before it opens the library. It can't go back: the kernel takes all rights of root from all of its threads.

/** Makes a process of root one of the user to whom the library at a URL belongs. Does nothing for a library that is not a file. */
export const becomeOwner = (url: string): void => {
  const path = parsePath(url)
  if (path !== undefined) becomeOwnerOf(path)
}

/**
 * The same for any file. It need not exist: then the user is that of its folder.
 * @throws OperationalError if root lacks the right to change users, as in some containers, and if the user can't reach the file
 */
export const becomeOwnerOf = (path: string): void => {
  if (process.getuid?.() !== 0) return
  const owner = findOwner(path)
  if (owner === undefined) return
  const { uid } = owner
  const user = findUser(uid)
  const name = userName(uid)
  try {
    if (user) initgroups?.(user.name, user.gid)
    else process.setgroups?.([owner.gid])
    process.setgid?.(user?.gid ?? owner.gid)
    process.setuid?.(uid)
  } catch (error) {
    throw new OperationalError(
      `${path} belongs to ${name}, and root can't become this user here: ${errorMessage(error)}`,
    )
  }
  const closed = findClosedFolder(resolve(path))
  if (closed !== undefined)
    throw new OperationalError(`${path} belongs to ${name}, who may not enter ${closed}. Let this user in, or move it.`)
}

/** Takes the groups of a user. The types of Node leave it out. */
const { initgroups } = process as { initgroups?: (user: string, group: number) => void }
