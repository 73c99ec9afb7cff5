import { lstatSync, readlinkSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { OperationalError } from '../errors.ts'

// Root may run a command on a library of a service that has a user of its own. That user may put links anywhere in the
// folder of the library. If root followed them, the user could make root write files anywhere on the machine. So root
// follows its own links only, creates files only where there is no name, and sets their owners on the open file.
//
// Working with the rights of the folder's owner instead (seteuid) would be a stricter rule. But systemd keeps the folder
// of a unit with DynamicUser=yes below /var/lib/private, which only root can enter: outside of the unit, the owner of
// such a folder can't reach it, and SQLite opens files only by their full paths.

/** As many as Linux follows in one path: https://man7.org/linux/man-pages/man7/path_resolution.7.html */
const maxLinks = 40

/**
 * Returns the full path of a file without symbolic links, as `realpath` does. The file and its folders need not exist.
 * @throws OperationalError when this process runs as root and a link belongs to another user
 */
export const resolveLinks = (path: string): string => followLinks(resolve(path), { links: 0 })

const followLinks = (path: string, count: { links: number }): string => {
  const { root } = parse(path)
  let resolved = root
  for (const name of path.slice(root.length).split(/[\\/]/).filter(Boolean)) {
    const next = join(resolved, name)
    const stat = statOfLink(next)
    if (!stat) {
      resolved = next
      continue
    }
    if (process.getuid?.() === 0 && stat.uid !== 0) {
      throw new OperationalError(`${next} is a link of another user, which root does not follow. Name its target.`)
    }
    if (++count.links > maxLinks) throw new OperationalError(`${path} leads through too many links.`)
    resolved = followLinks(resolve(resolved, readlinkSync(next)), count)
  }
  return resolved
}

/** Returns undefined for everything else than a link, and for what this user may not see: opening it reports that. */
const statOfLink = (path: string) => {
  try {
    const stat = lstatSync(path)
    return stat.isSymbolicLink() ? stat : undefined
  } catch {
    return undefined
  }
}
