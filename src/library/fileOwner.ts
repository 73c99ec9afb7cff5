import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs'
import { ClosedToUser, OperationalError } from '../base/errors.ts'
import { quoteForShell } from '../base/visibleText.ts'
import { backupFolder } from './copies.ts'
import { libraryPartsOf } from './file/protect.ts'
import { resolveLinks } from './links.ts'
import { findClosedFolder } from './permissions.ts'

// To whom a library belongs, and what to do where it is closed to this user.

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

/**
 * The user whom root becomes for a file: the last one on the way to it who is not root, links included, since whoever owns a part of the way
 * can lead it elsewhere. Undefined if all of it belongs to root.
 */
export const findOwner = (path: string): Stats | undefined => {
  let owner: Stats | undefined
  resolveLinks(path, (part) => {
    if (part.uid !== 0) owner = part
  })
  return owner
}

/** The files of a library that are there. */
export const listLibraryFiles = (path: string): string[] =>
  [path, ...libraryPartsOf(path)].filter((file) => existsSync(file))

/**
 * An error that says how a library that is closed to this user becomes open. Root becomes the owner of the library for each command: as root,
 * nothing is gained where this user is that one already, and where root has made one of the files, as with `cp`. Undefined if neither another
 * user nor another owner of the files would help.
 * @param reason - a sentence that says what is closed
 */
export const describeClosedLibrary = (path: string, reason: string): OperationalError | undefined => {
  const user = process.geteuid?.()
  // Windows has no such users.
  if (user === undefined) return
  const mayExist = existsSync(path) || findClosedFolder(path) !== undefined
  if (!mayExist) return
  const owner = findOwner(path)?.uid ?? 0
  const foreign = [...listLibraryFiles(path), backupFolder(path)].filter(
    (file) => existsSync(file) && lstatSync(file).uid !== owner,
  )
  const name = userName(owner)
  if (foreign.length > 0)
    return new OperationalError(
      `${reason} Also root uses this library as the user ${name}. Give this user the files: sudo chown -R ${name} ${foreign.map(quoteForShell).join(' ')}`,
    )
  return owner === user ? undefined : new ClosedToUser(`The library ${path} belongs to ${name}.`)
}
