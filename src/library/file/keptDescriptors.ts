import { type BigIntStats, closeSync, fstatSync, openSync, statSync } from 'node:fs'

// Descriptors of files that SQLite has open, too. To close one of them would release all locks that this process holds on the file:
// https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
// So they stay open, until the file is deleted. A library that is opened again in this process uses those of before.

const descriptors = new Map<string, number>()

const keyOf = ({ dev, ino }: BigIntStats) => `${dev} ${ino}`

/** Opens a file to read it, for as long as it is there. @throws an error of the file system */
export const openForGood = (path: string): number => {
  for (const [key, descriptor] of descriptors) {
    if (fstatSync(descriptor).nlink > 0) continue
    closeSync(descriptor)
    descriptors.delete(key)
  }
  const known = descriptors.get(keyOf(statSync(path, { bigint: true })))
  if (known !== undefined) return known
  const opened = openSync(path, 'r')
  descriptors.set(keyOf(fstatSync(opened, { bigint: true })), opened)
  return opened
}
