import { expect, jest, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from '../../src/library/file/lockFile.ts'
import { listLeftovers, removeStaleTemporaryFiles, takeTemporaryName } from '../../src/library/temporaryFiles.ts'
import { scheduleLeftoverRemoval } from '../../src/program/serve/leftovers.ts'
import { emptyFolder } from '../support/folder.ts'

const createFolder = () => {
  const folder = emptyFolder()
  return {
    ...folder,
    pathOf: (name: string) => join(folder.path, name),
    add: (name: string, ageHours = 0) => {
      const path = join(folder.path, name)
      writeFileSync(path, 'content')
      const seconds = Date.now() / 1_000 - ageHours * 3_600
      utimesSync(path, seconds, seconds)
      return path
    },
    list: () => readdirSync(folder.path).sort(),
  }
}

/** The ids of a process that lives, and of none: in another container both may be those of any process. */
const ids = [process.ppid, 999_999]

test.each(ids)('the lock decides whether a temporary file is left, and not the id %p in its name', (id) => {
  using folder = createFolder()
  const stem = `library.db.music-library-${id}-0123abcd`
  const lockFile = folder.pathOf(`${stem}.lock.part`)
  for (const suffix of ['', '-journal']) folder.add(`${stem}.part${suffix}`, 100)
  writeFileSync(lockFile, '')
  const names = folder.list()
  const lock = tryLock(lockFile)
  expect(removeStaleTemporaryFiles(folder.path)).toEqual([])
  expect([folder.list(), listLeftovers(folder.path)]).toEqual([names, []])
  lock?.close()
  expect(removeStaleTemporaryFiles(folder.path).sort()).toEqual(names.map(folder.pathOf))
  expect(folder.list()).toEqual([])
})

test('a temporary file without a lock is deleted when it is a day old, and no other file is', () => {
  using folder = createFolder()
  const others = ['Movie.2023.part', 'notes.music-library-1-0123abcd.txt', 'a.music-library-12-0123abc.part']
  for (const name of others) folder.add(name, 1_000)
  const young = 'library.db.music-library-999999-00000001.part'
  folder.add(young, 23)
  folder.add('library.db.music-library-999999-00000002.part', 25)
  // SQLite writes the journal while it does not write the file.
  const written = 'library.db.music-library-999999-00000003.part'
  folder.add(written, 25)
  folder.add(`${written}-journal`)
  const ownFolder = 'mine.music-library-1-00000004.part'
  mkdirSync(folder.pathOf(ownFolder))
  utimesSync(folder.pathOf(ownFolder), 0, 0)
  removeStaleTemporaryFiles(folder.path)
  expect(folder.list()).toEqual([...others, young, written, `${written}-journal`, ownFolder].sort())
  expect(removeStaleTemporaryFiles(folder.pathOf('missing'))).toEqual([])
})

test('who takes a temporary name has a lock until it is removed, and deletes what is left in the folder', () => {
  using folder = createFolder()
  folder.add('old.music-library-999999-00000001.part', 25)
  const first = takeTemporaryName(folder.pathOf('export.json'))
  mkdirSync(first.path)
  writeFileSync(join(first.path, 'library.db'), '')
  const second = takeTemporaryName(folder.pathOf('export.json'))
  expect(existsSync(join(first.path, 'library.db'))).toBe(true)
  expect(folder.list().map((name) => name.split('.')[0])).toEqual(['export', 'export', 'export'])
  first[Symbol.dispose]()
  second[Symbol.dispose]()
  expect(folder.list()).toEqual([])
})

test('left files are deleted at once, and then in each hour until that is stopped', () => {
  jest.useFakeTimers()
  try {
    let count = 0
    const stop = scheduleLeftoverRemoval(() => count++)
    expect(count).toBe(1)
    jest.advanceTimersByTime(3_600_000)
    expect(count).toBe(2)
    stop()
    jest.advanceTimersByTime(3_600_000)
    expect(count).toBe(2)
  } finally {
    jest.useRealTimers()
  }
})
