import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCliFolder, failure } from '../support/cliFolder.ts'

// The library is on a disk that is missing at a start, and its backups are on another.

const backupsOf = (folder: string) => readdirSync(folder).sort()

/** A folder with a library of the sample catalogue at `disk/music.db`, of which there are two scheduled backups, and with `backups`. */
const createDisk = async () => {
  const folder = createCliFolder()
  const [disk, backups] = [folder.pathOf('disk'), folder.pathOf('backups')]
  mkdirSync(backups)
  const library = join(disk, 'music.db')
  const flags = ['--database', library, '--backup-dir', backups]
  const backUp = () => folder.run(['backup', ...flags, '--keep', '2'])
  return { ...folder, disk, backups, library, flags, backUp }
}

const fillDisk = async ({ run, library, backUp, disk }: Awaited<ReturnType<typeof createDisk>>) => {
  mkdirSync(disk, { recursive: true })
  expect((await run(['seed', '--sample', '--quiet', '--database', library])).code).toBe(0)
  for (let n = 0; n < 2; n++) expect((await backUp()).code).toBe(0)
}

test('a folder that a setting names is not made for a new library, but with --new it is', async () => {
  using folder = createCliFolder()
  const library = folder.pathOf('disk/music.db')
  const sentence = `There is no folder ${folder.pathOf('disk')}. Make it, or mount the disk that it is on.`
  for (const command of [
    ['serve', '--port', '0', '--database', library],
    ['seed', '--sample', '--database', library],
  ])
    expect(await folder.run(command)).toMatchObject({ code: 1, err: expect.stringContaining(sentence) })
  expect(folder.list()).toEqual([])
  await using server = await folder.serve(['--new', '--database', library])
  expect(existsSync(library)).toBe(true)
  await server.stop()
})

test('where the folder for backups has some of a library of this name, a new one is refused, unless --new is given', async () => {
  using folder = await createDisk()
  await fillDisk(folder)
  rmSync(folder.disk, { recursive: true })
  mkdirSync(folder.disk)
  const before = backupsOf(folder.backups)
  const newest = join(folder.backups, before.at(-1) ?? '')
  expect(await folder.run(['serve', '--port', '0', ...folder.flags])).toEqual(
    failure(
      `There is no library at ${folder.library}, but ${folder.backups} has 2 backups of one with this name. If its disk is not mounted, mount it. Otherwise restore the newest (music-library restore ${newest} --database ${folder.library}), or start a new library with: serve --new`,
    ),
  )
  expect(readdirSync(folder.disk)).toEqual([])

  await using server = await folder.serve(['--new', '--backup-every', '1s', '--backup-keep', '1', ...folder.flags])
  const sentence = `2 backups in ${folder.backups} are of another library with the name music.db, the newest ${newest}.`
  await server.waitForOutput(`WARNING ${sentence}`)
  for (let n = 0; n < 2; n++) await server.waitForOutput('Backed up to')
  await server.stop()
  expect(backupsOf(folder.backups)).toEqual(expect.arrayContaining(before))
  expect(backupsOf(folder.backups)).toHaveLength(3)
  const { code, out } = await folder.run(['doctor', ...folder.flags])
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(`WRONG  backup       ${sentence} This library has no records`),
  ])
})

test('the last backup with records stays beside newer ones without any', async () => {
  using folder = await createDisk()
  await fillDisk(folder)
  const [, newest] = backupsOf(folder.backups)
  const empty = folder.pathOf('empty.json')
  await Bun.write(empty, '{"labels":[],"genres":[],"artists":[],"albums":[],"tracks":[]}')
  const prune = ['seed', empty, '--prune', '--prune-at-most', '1000', '--yes', '--database', folder.library]
  expect((await folder.run(prune)).code).toBe(0)
  for (let n = 0; n < 3; n++) await folder.backUp()
  expect(backupsOf(folder.backups)).toHaveLength(3)
  expect(backupsOf(folder.backups)).toContain(newest ?? '')
})

test('a library that has moved goes on with its backups, and libraries of one name share a folder', async () => {
  using folder = await createDisk()
  await fillDisk(folder)
  const other = folder.pathOf('other/music.db')
  mkdirSync(folder.pathOf('other'))
  expect((await folder.run(['seed', '--sample', '--quiet', '--database', other])).code).toBe(0)
  const flags = ['--database', other, '--backup-dir', folder.backups]
  expect((await folder.run(['backup', ...flags, '--keep', '1'])).code).toBe(0)
  expect(backupsOf(folder.backups)).toHaveLength(3)
  const { code, out } = await folder.run(['doctor', ...flags])
  expect([code, out]).toEqual([0, expect.stringContaining('note   backup       2 backups in')])
  renameSync(folder.disk, folder.pathOf('moved'))
  const moved = folder.pathOf('moved/music.db')
  await folder.run(['backup', '--database', moved, '--backup-dir', folder.backups, '--keep', '1'])
  expect(backupsOf(folder.backups)).toHaveLength(2)
})
