import { expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { type Command, wordsOf } from '../support/cliFolder.ts'
import { emptyFolder } from '../support/folder.ts'
import { findProgram, programPath } from '../support/packages.ts'
import { withPrograms } from '../support/programs.ts'

// Root without its capabilities has the rights of an ordinary user, for whom the folders of other users can be closed.
const withoutRights = () => [programPath('setpriv'), '--bounding-set=-dac_override,-dac_read_search']
const canDropRights = process.getuid?.() === 0 && findProgram('setpriv') !== null
const rightsTest = withPrograms(['setpriv'], test.skipIf(!canDropRights))

/** Some id that no account has. */
const otherUser = 54_321

const run = async (command: Command, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...withoutRights(), await binary(), ...wordsOf(command)], {
    cwd,
    stdin: 'ignore',
    timeout: maxMs(30_000),
  })
  return { code: exitCode, out: `${stdout}`, err: `${stderr}` }
}

/** A library in a folder of another user. */
const createClosedLibrary = async () => {
  const folder = emptyFolder()
  const closed = join(folder.path, 'service')
  mkdirSync(closed)
  const library = join(closed, 'library.db')
  expect((await run(['seed', '--sample', '--database', library], folder.path)).code).toBe(0)
  chmodSync(closed, 0o700)
  for (const path of [closed, library, `${library}.lock`]) chownSync(path, otherUser, otherUser)
  return { ...folder, closed, library }
}

rightsTest('the advice for a folder in which backups cannot be written leaves the folder to its owner', async () => {
  using folder = await createClosedLibrary()
  const home = join(folder.path, 'home')
  const library = join(folder.path, 'mine.db')
  expect((await run(['seed', '--sample', '--database', library], folder.path)).code).toBe(0)
  mkdirSync(home)
  chownSync(home, otherUser, otherUser)
  const backUp = async (...args: string[]) => (await run(['backup', ...args], folder.path)).err
  const advice = `The user root may not write the folder ${home}. If it is the folder of a disk, mount the disk first. Then make a folder for this user in it, and name that one: sudo install -d -o root -m 700 ${home}/music-library`
  expect(await backUp('--database', library, join(home, 'x.db'))).toBe(`music-library: ${advice}\n`)
  expect(await backUp('--database', library, '--backup-dir', home)).toBe(`music-library: ${advice}\n`)
  expect(await backUp('--database', library, join(folder.closed, 'x.db'))).toContain(
    `may not enter the folder ${folder.closed}. Make a folder for this user elsewhere, and name that one: sudo install -d -o root -m 700 /var/backups/music-library`,
  )
  expect(statSync(home).uid).toBe(otherUser)
  expect(existsSync(join(folder.closed, 'backups'))).toBe(false)
})

rightsTest('an audio file that this user may not read is left out of a scan, with a note', async () => {
  using folder = emptyFolder()
  const song = join(folder.path, 'song.mp3')
  writeFileSync(song, 'x')
  chownSync(song, otherUser, otherUser)
  chmodSync(song, 0)
  const { code, err } = await run(['scan', '.'], folder.path)
  expect([code, err.split('\n')[0]]).toEqual([1, 'song.mp3 Left out. The program may not read it.'])
})

rightsTest('a file to seed that cannot be read names the user who runs the command', async () => {
  using folder = await createClosedLibrary()
  const file = join(folder.path, 'catalogue.json')
  writeFileSync(file, '{}', { mode: 0o600 })
  chownSync(file, otherUser, otherUser)
  expect(await run('seed catalogue.json --database x.db', folder.path)).toMatchObject({
    code: 1,
    err: `music-library: catalogue.json can't be read. The user root may not read ${file}. Give this user the right, or name another file.\n`,
  })
})
