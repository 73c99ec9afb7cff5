import { closeSync, openSync } from 'node:fs'
import { fileErrorKind } from './fileErrors.ts'

/** How the limit of open files and connections is raised. */
export const raiseDescriptorLimit =
  'Raise the limit: LimitNOFILE=65536 in a systemd unit, or "ulimit -n 65536" before the program.'

/** How many descriptors a library in a file takes at most: its connections have the file and the WAL open, and there is a lock. */
export const descriptorsOfLibrary = 20

/**
 * Whether this process has as many open files and connections as it may have. SQLite and Bun report that as other errors.
 * @param needed - how many it needs: what has failed may have closed those that it had
 */
export const isAtDescriptorLimit = (needed = 1): boolean => {
  const opened: number[] = []
  try {
    while (opened.length < needed) opened.push(openSync('/dev/null', 'r'))
    return false
  } catch (error) {
    return fileErrorKind(error) === 'descriptors'
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/** What to say in place of an error that is caused by the limit: the reason, and what to do. */
export const descriptorLimitReached = [
  'This process has reached its limit of open files and connections (EMFILE).',
  `Close some. ${raiseDescriptorLimit}`,
] as const
