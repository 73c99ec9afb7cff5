import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCliFolder, expectFailure, failure } from '../support/cliFolder.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'
import { runInTerminal } from '../support/terminal.ts'

test('a backup makes the folder beside the library, and no other one: it may be that of a disk that is not mounted', async () => {
  using library = await createCliLibrary()
  const missing = join(library.folder, 'disk/backups')
  const error = failure(`There is no folder ${missing}. Make it, or mount the disk that it is on.`)
  expect(await library.run(['backup', '--backup-dir', missing])).toEqual(error)
  expect(await library.run(['backup', join(missing, 'mine.db')])).toEqual(error)
  expect(existsSync(join(library.folder, 'disk'))).toBe(false)
  mkdirSync(missing, { recursive: true })
  expect((await library.run(['backup', '--backup-dir', missing])).code).toBe(0)
  expect((await library.run('backup')).code).toBe(0)
  expect(readdirSync(join(library.folder, 'data/backups'))).toHaveLength(1)
  expect((await library.run('backup --backup-dir data/backups')).code).toBe(0)
})

test('a backup in the place of a folder or of a file in its path names both ways to go on', async () => {
  using library = await createCliLibrary()
  writeFileSync(join(library.folder, 'file'), '')
  for (const [flags, hint] of [
    ['.', `${library.folder} is a folder. Name a file in it, or give the folder with --backup-dir.`],
    ['--backup-dir file', 'file is not a folder.'],
    ['file/x.db', 'file is not a folder.'],
    ['file/deeper/x.db', 'part of its path is a file.'],
  ] as const)
    expectFailure(await library.run(`backup ${flags}`), 1, hint)
})

test('a script has to say that it replaces a backup; at a terminal the command asks', async () => {
  using library = await createCliLibrary()
  const backUp = (...args: string[]) => library.run(['backup', 'mine.db', ...args])
  const inode = () => statSync(join(library.folder, 'mine.db')).ino
  expect((await backUp()).code).toBe(0)
  const first = inode()
  expect(await backUp()).toEqual(failure('mine.db exists already. Name another file, or replace it with --yes.', 2))
  const answer = (text: string) =>
    runInTerminal(['backup', 'mine.db'], library.folder, [['Replace this backup?', text]])
  expect((await answer('n')).code).toBe(1)
  expect(inode()).toBe(first)
  expect((await answer('y')).code).toBe(0)
  const second = inode()
  expect(second).not.toBe(first)
  expect((await backUp('--yes')).code).toBe(0)
  expect(inode()).not.toBe(second)
})

test('a server whose folder for backups is missing says so at its start, serves, and backs up when the folder is there', async () => {
  using folder = createCliFolder()
  const backups = folder.pathOf('disk')
  await using server = await folder.serve(['--backup-every', '1s', '--backup-dir', backups, '--metrics-port', '0'])
  const sentence = `There is no folder ${backups}. Make it, or mount the disk that it is on.`
  await server.waitForOutput(`ERROR Backups will fail until this is changed. ${sentence}`)
  await server.waitForOutput('ERROR The backup failed.')
  const metrics = await (await fetch(/Metrics at (\S+)/.exec(server.output)?.[1] ?? '')).text()
  expect(metrics).toMatch(/^music_library_failed_backups_total [1-9]/m)
  const doctor = ['doctor', '--backup-dir', backups]
  expect(await folder.run(doctor)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`note   backup       ${sentence}`),
  })
  expect(await folder.run([...doctor, '--backup-every', '24h'])).toMatchObject({
    code: 1,
    out: expect.stringContaining(`WRONG  backup       ${sentence}`),
  })
  expect(existsSync(backups)).toBe(false)
  mkdirSync(backups)
  await server.waitForOutput('Backed up to')
})

test('the metrics have the time of the newest backup, and 0 without one', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve('--metrics-port', '0')
  await server.waitForOutput('/metrics\n')
  const url = /Metrics at (\S+)/.exec(server.output)?.[1] ?? ''
  const lastBackup = async () => {
    const text = await (await fetch(url)).text()
    return Number(/^music_library_last_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  }
  expect(await lastBackup()).toBe(0)
  const before = Date.now() / 1000
  expect((await library.run('backup')).code).toBe(0)
  const time = await lastBackup()
  expect(time).toBeGreaterThanOrEqual(before - 1)
  expect(time).toBeLessThanOrEqual(Date.now() / 1000)
  // Neither is a backup.
  const later = (seconds: number) => new Date(Date.now() + seconds).toISOString().replaceAll(/[:.]/g, '-')
  for (const [ms, text] of [
    [1, ''],
    [2, 'no database'],
  ] as const)
    writeFileSync(join(library.folder, `data/backups/music-library.db.${later(ms)}.db`), text)
  await Bun.sleep(5)
  expect(await lastBackup()).toBe(time)
  rmSync(join(library.folder, 'data/backups'), { recursive: true })
  expect(await lastBackup()).toBe(0)
})
