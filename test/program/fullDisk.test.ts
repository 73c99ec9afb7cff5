import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFreeBytes } from '../../src/library/freeSpace.ts'
import { serveBinary } from '../support/binary.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'
import { mayMount, mountTmpfs } from '../support/tmpfs.ts'

/** A library on a disk of a few megabytes, which another file can fill. */
const createSmallDisk = async () => {
  const library = await createCliLibrary()
  library.file.close()
  const disk = join(library.folder, 'disk')
  const mounted = mountTmpfs(disk, 6_000_000)
  const path = join(disk, 'library.db')
  Bun.spawnSync(['cp', library.path, path])
  const other = join(disk, 'other')
  return {
    path,
    serve: () => serveBinary(['--database', path], { cwd: library.folder }),
    run: library.run,
    /** Leaves not a byte. */
    fill: () => {
      writeFileSync(other, '')
      for (const size of ['4096', '1'])
        Bun.spawnSync(['dd', 'if=/dev/zero', `of=${other}`, 'oflag=append', 'conv=notrunc', `bs=${size}`])
      expect(readFreeBytes(path)).toBe(0)
    },
    [Symbol.dispose]: () => {
      mounted[Symbol.dispose]()
      library[Symbol.dispose]()
    },
  }
}

test.skipIf(!mayMount)(
  'where the space that a server has given back at its end is taken, the next one says that the disk is full',
  async () => {
    using disk = await createSmallDisk()
    await (await disk.serve()).stop()
    disk.fill()
    const { code, err } = await disk.run(['serve', '--port', '0', '--database', disk.path])
    expect([code, err]).toEqual([
      1,
      `music-library: ${disk.path} can't grow: the disk is full. Make room and try again.\n`,
    ])
  },
)
