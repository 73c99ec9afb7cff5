import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Where packages are looked for: from this package, and from the project in the working directory. */
const places = () => {
  try {
    return [import.meta.url, join(process.cwd(), 'package.json')]
  } catch {
    // The working directory was deleted.
    return [import.meta.url]
  }
}

/**
 * Finds a file of an installed package by the resolution of modules, such as `bun/package.json`.
 * @param from - the files from which it is looked for: the first one that finds it counts
 * @returns its path; undefined if the package is not installed
 */
export const resolveInstalled = (file: string, from: readonly string[] = places()): string | undefined => {
  for (const place of from) {
    try {
      return createRequire(place).resolve(file)
    } catch {
      // The next place may have it.
    }
  }
}
