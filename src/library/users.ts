import { readFileSync } from 'node:fs'

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
