import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { OperationalError } from '../base/errors.ts'

/** As many as Linux follows in one path: https://man7.org/linux/man-pages/man7/path_resolution.7.html */
const maxLinks = 40

/**
 * Returns the full path of a file without symbolic links, as `realpath` does. The file and its folders need not exist.
 * @param onPart - called with each file, folder and link on the way, from the root to the file
 */
export const resolveLinks = (path: string, onPart: (part: Stats) => void = () => {}): string =>
  followLinks(resolve(path), { links: 0, onPart })

const followLinks = (path: string, walk: { links: number; onPart: (part: Stats) => void }): string => {
  const { root } = parse(path)
  let resolved = root
  for (const name of path.slice(root.length).split(/[\\/]/).filter(Boolean)) {
    const next = join(resolved, name)
    const stat = statOfPart(next)
    if (stat) walk.onPart(stat)
    if (!stat?.isSymbolicLink()) {
      resolved = next
      continue
    }
    if (++walk.links > maxLinks)
      throw new OperationalError(`${path} leads through too many links. Name the file or folder itself.`)
    resolved = followLinks(resolve(resolved, readlinkSync(next)), walk)
  }
  return resolved
}

/** Returns undefined for what this user may not see: opening it reports that. */
const statOfPart = (path: string) => {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}
