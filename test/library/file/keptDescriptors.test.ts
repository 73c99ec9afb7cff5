import { expect, test } from 'bun:test'
import { fstatSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openForGood } from '../../../src/library/file/keptDescriptors.ts'
import { emptyFolder } from '../../support/folder.ts'

/** The inode behind a descriptor; undefined once it is closed. */
const inodeOf = (descriptor: number) => {
  try {
    return fstatSync(descriptor).ino
  } catch {
    return
  }
}

test('the descriptor of a file is used again while the file is there, and closed after it was deleted', async () => {
  using folder = emptyFolder()
  const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')]
  for (const path of [first, second]) await Bun.write(path, '')
  const descriptor = openForGood(first)
  expect(openForGood(first)).toBe(descriptor)
  const { ino } = statSync(first)
  expect(inodeOf(descriptor)).toBe(ino)
  rmSync(first)
  openForGood(second)
  // The number of the descriptor may be that of the second file now.
  expect(inodeOf(descriptor)).not.toBe(ino)
})
