import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { createOldLibrary } from '../../support/fixtures.ts'
import { emptyFolder } from '../../support/folder.ts'

/** Creates a library of an old schema, so large that copying it takes a while. */
const createLargeLibrary = (path: string) => {
  createOldLibrary(1, path)
  const client = new Sqlite(path)
  client.run('CREATE TABLE filler (content BLOB)')
  for (let n = 0; n < 2; n++) client.run('INSERT INTO filler VALUES (randomblob(8000000))')
  client.close(true)
}

/** The modes of all files in a folder that another process is still writing, and of SQLite's files beside them. */
const modesOfUnfinished = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.includes('.part'))
    .flatMap((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? [])
    .map((mode) => (mode & 0o777).toString(8))

test.each([
  ['a backup', ['backup', 'copies/backup.db'], 'copies'],
  ['the snapshot before an upgrade', ['token', 'prune', '--unused-for', '1y'], '.'],
  ['a restored library', ['restore', 'readable.db', '--database', 'copies/library.db'], 'copies'],
])('only the owner can read %s while it is written', async (_, args, target) => {
  using folder = emptyFolder()
  const library = join(folder.path, 'library.db')
  const copies = join(folder.path, target)
  mkdirSync(join(folder.path, 'copies'))
  const program = await binary()
  const large = join(folder.path, 'large.db')
  createLargeLibrary(large)
  const seen = new Set<string>()
  // The umask lets everybody read new files. A run that ends before its file was seen is repeated.
  for (let run = 0; run < 20 && seen.size === 0; run++) {
    rmSync(library, { force: true })
    copyFileSync(large, library)
    if (args[0] === 'restore') renameSync(library, join(folder.path, 'readable.db'))
    const child = Bun.spawn(['sh', '-c', 'umask 0022; exec "$0" "$@"', program, ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: library },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: maxMs(30_000),
    })
    while (child.exitCode === null && child.signalCode === null) {
      for (const mode of modesOfUnfinished(copies)) seen.add(mode)
      await Bun.sleep(0)
    }
    expect(child.exitCode).toBe(0)
  }
  expect([...seen]).toEqual(['600'])
})
