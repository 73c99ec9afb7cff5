import { expect } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { instantOf } from '../../../src/library/clock.ts'
import { diagnose } from '../../../src/library/file/diagnose.ts'
import { restore } from '../../../src/library/file/restore.ts'
import { runSql } from '../../support/audit.ts'
import { runCommand } from '../../support/commandRun.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { createSampleFolder } from '../sampleLibrary.ts'

const dayMs = 86_400_000

const timestamp = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().replaceAll(/[:.]/g, '-')

/** A closed library with a backup, and a function that puts copies of it where a restore would have put them. */
const test = fixtureTest(async () => {
  const folder = await createSampleFolder()
  const replaced = (daysAgo: number) => {
    const file = `${folder.path}.replaced-${timestamp(daysAgo)}`
    copyFileSync(folder.backup, file)
    return file
  }
  return { ...folder, replaced }
})

const finding = (path: string) =>
  diagnose(path, { folder: join(path, '../backups'), intervalMs: undefined }).find(({ what }) => what === 'replaced')

test('a restore deletes replaced libraries that are older than 30 days, except the newest three', async (fixture) => {
  const { path, backup, replaced } = fixture
  const [oldest, old, recent, newer] = [90, 60, 29, 10].map(replaced)
  const { replacedLibrary, prunedLibraries } = restore(backup, path)
  expect(prunedLibraries).toEqual([String(oldest), String(old)])
  expect([oldest, old, recent, newer, replacedLibrary].map((file) => existsSync(String(file)))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})

test('replaced libraries have their age by the clock of cleanups of the library that is replaced now', async (fixture) => {
  const { path, backup, replaced } = fixture
  const [old, recent] = [70, 40].map(replaced).map(String)
  const prune = () => restore(backup, path, { keepReplaced: 1 }).prunedLibraries
  const setClock = (daysAgo: number) =>
    runSql(path, 'UPDATE cleanup_clock SET instant = ?', instantOf(Date.now() - daysAgo * dayMs))
  setClock(400)
  expect(prune()).toEqual([])
  setClock(20)
  expect(prune()).toEqual([String(old)])
  setClock(-400)
  expect(prune()).toEqual([String(recent)])
})

test('without that clock, as in a damaged library or one of an older version, none counts as old', async (fixture) => {
  const { path, backup, replaced } = fixture
  const old = replaced(90)
  const prune = () => restore(backup, path, { keepReplaced: 1 }).prunedLibraries
  runSql(path, 'DROP TABLE cleanup_clock')
  expect(prune()).toEqual([])
  writeFileSync(path, 'nothing like a database')
  expect(prune()).toEqual([])
  rmSync(path)
  expect(prune()).toEqual([])
  expect(existsSync(old)).toBe(true)
})

test('of old replaced libraries as many stay as the setting says, and the new one always', async (fixture) => {
  const { folder, path, backup, replaced } = fixture
  const files = [90, 60, 50, 40].map(replaced)
  const run = (keep: string) =>
    runCommand(['restore', backup, '--database', path, '--keep-snapshots', keep], { cwd: folder })
  const { out } = await run('4')
  expect(files.map((file) => existsSync(file))).toEqual([false, true, true, true])
  expect(out).toContain(`Deleted ${files[0]}, which an earlier restore had replaced.\n`)
  await run('1')
  expect(files.map((file) => existsSync(file))).toEqual([false, false, false, false])
  // Both are new: a restore that was a mistake can be undone.
  expect(readdirSync(folder).filter((name) => name.includes('.replaced-'))).toHaveLength(2)
})

test('what may be the only copy of its data is never deleted', async ({ path, backup, replaced }) => {
  const [damaged, withWal, restored, future] = [90, 80, 70, -10].map(replaced).map(String)
  const walAlone = `${path}.replaced-${timestamp(85)}-wal`
  writeFileSync(String(damaged), 'nothing like a database, but somebody may want it back')
  writeFileSync(`${withWal}-wal`, 'writes')
  writeFileSync(walAlone, 'writes')
  expect(restore(String(restored), path, { keepReplaced: 1 }).prunedLibraries).toEqual([])
  for (const file of [damaged, withWal, `${withWal}-wal`, walAlone, restored, future]) {
    expect([file, existsSync(String(file))]).toEqual([file, true])
  }
  expect(restore(backup, path, { keepReplaced: 1 }).prunedLibraries).toEqual([String(restored)])
})

test('doctor names replaced libraries, and notes a second one and one older than 30 days', async ({
  path,
  replaced,
}) => {
  expect(finding(path)).toMatchObject({ state: 'good', says: 'there is no library that a restore has replaced' })
  const first = replaced(29)
  expect(finding(path)).toMatchObject({ state: 'good', says: expect.stringMatching(/^1 of \d+ kB: /) })
  const second = replaced(31)
  const { state, says } = finding(path) ?? {}
  expect(state).toBe('note')
  expect(says).toMatch(/^2 of [\d.]+ MB: .*; delete what you don't need$/)
  for (const file of [first, second]) expect(says).toContain(basename(file))
  await Bun.file(first).delete()
  expect(finding(path)).toMatchObject({ state: 'note', says: expect.stringContaining(second) })
})
