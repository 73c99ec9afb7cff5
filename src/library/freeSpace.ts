import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** How many bytes a program without special rights may still write on the disk of a library. */
export const readFreeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}
