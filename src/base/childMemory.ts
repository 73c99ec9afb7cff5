import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

const [minBytes, maxBytes] = [128_000_000, 512_000_000]

/** A child, the server and its cache have to fit together, and a growth is seen only afterwards. */
const partOfMemory = 4

/**
 * How much memory a process may take that reads a file of somebody else: a quarter of what the system gives this process.
 * @param root - the folder that has /proc and /sys
 */
export const maxChildMemory = (root = '/', machineBytes = totalmem()): number => {
  const bytes = Math.min(machineBytes, ...readCgroupLimits(root)) / partOfMemory
  return Math.round(Math.min(maxBytes, Math.max(minBytes, bytes)))
}

/** Where the limits of cgroups are, by what the line of /proc/self/cgroup has before the path: cgroups(7), of version 2 and of version 1. */
const hierarchies = [
  { pattern: /^0::\/?(.*)$/m, folder: 'sys/fs/cgroup', file: 'memory.max' },
  { pattern: /^\d+:(?:\w+,)*memory(?:,\w+)*:\/?(.*)$/m, folder: 'sys/fs/cgroup/memory', file: 'memory.limit_in_bytes' },
]

/** The limits of the cgroup of this process, and of those around it. In a container, only the outermost may be there. */
const readCgroupLimits = (root: string): number[] => {
  const cgroups = readText(join(root, 'proc/self/cgroup'))
  return hierarchies.flatMap(({ pattern, folder, file }) => {
    const path = pattern.exec(cgroups)?.[1]
    if (path === undefined) return []
    const names = path.split('/').filter(Boolean)
    return [...names, ''].flatMap((_, count) => {
      // Without a limit it is `max`, or more than any machine has.
      const bytes = Number.parseInt(readText(join(root, folder, ...names.slice(0, count), file)), 10)
      return Number.isNaN(bytes) ? [] : [bytes]
    })
  })
}

/** Empty if the file is not there, as on other systems than Linux. */
const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
