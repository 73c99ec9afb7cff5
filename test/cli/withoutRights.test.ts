import { expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { binary } from '../support/binary.ts'
import { type Command, failure, wordsOf } from '../support/cliFolder.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

// Root without its capabilities has the rights of an ordinary user, for whom the folders of other users can be closed.
const withoutRights = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
const canDropRights = process.getuid?.() === 0 && Bun.which('setpriv') !== null
const rightsTest = test.skipIf(!canDropRights)

/** Some id that no account has. */
const otherUser = 54_321

const run = async (command: Command, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...withoutRights, await binary(), ...wordsOf(command)], {
    cwd,
    stdin: 'ignore',
    timeout: 30_000,
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

rightsTest('a library in a closed folder is not reported missing, and the error says who may read it', async () => {
  using folder = await createClosedLibrary()
  const problem = `The user root may not read the folder ${folder.closed}, in which the library is. Run this as its owner: sudo -u '#${otherUser}' music-library …`
  const at = `--database ${folder.library}`
  // The last one has no password: it is asked for when the library is open.
  for (const command of ['user list', 'backup x.db', 'export', 'seed --sample', 'user add a@example.com'])
    expect([command, await run(`${command} ${at}`, folder.path)]).toEqual([command, failure(problem)])
  expect(await run(`doctor ${at}`, folder.path)).toMatchObject({ code: 1, out: `WRONG  file         ${problem}\n` })
})

rightsTest('the advice for a folder in which backups can not be written leaves the folder to its owner', async () => {
  using folder = await createClosedLibrary()
  const home = join(folder.path, 'home')
  const library = join(folder.path, 'mine.db')
  expect((await run(['seed', '--sample', '--database', library], folder.path)).code).toBe(0)
  mkdirSync(home)
  chownSync(home, otherUser, otherUser)
  const backUp = async (...args: string[]) => (await run(['backup', ...args], folder.path)).err
  const advice = `The user root may not write the folder ${home}. If it is that of a disk, mount the disk first. Then make a folder for this user in it, and name that one: sudo install -d -o root -m 700 ${home}/music-library`
  expect(await backUp('--database', library, join(home, 'x.db'))).toBe(`music-library: ${advice}\n`)
  expect(await backUp('--database', library, '--backup-dir', home)).toBe(`music-library: ${advice}\n`)
  expect(await backUp('--database', library, join(folder.closed, 'x.db'))).toContain(
    `may not enter the folder ${folder.closed}. Make a folder for this user elsewhere, and name that one: sudo install -d -o root -m 700 /var/backups/music-library`,
  )
  // The default folder is the owner's.
  chmodSync(folder.closed, 0o755)
  chmodSync(folder.library, 0o644)
  expect(await backUp('--database', folder.library)).toBe(
    `music-library: The user root may not write ${folder.closed}/backups, beside the library. Run this as its owner: sudo -u '#${otherUser}' music-library …\n`,
  )
  expect(statSync(home).uid).toBe(otherUser)
  expect(existsSync(join(folder.closed, 'backups'))).toBe(false)
})

rightsTest(
  'a library of an older program in a folder that is read-only says that, and not that it can not be written',
  async () => {
    using folder = emptyFolder()
    const closed = join(folder.path, 'old')
    mkdirSync(closed)
    const library = join(closed, 'library.db')
    createOldLibrary(migrations.length - 1, library)
    chmodSync(library, 0o644)
    for (const path of [library, closed]) chownSync(path, otherUser, otherUser)
    const { code, err } = await run(['user', 'list', '--database', library], folder.path)
    expect([code, err]).toEqual([1, expect.stringContaining(`has schema ${migrations.length - 1} of an older program`)])
  },
)

rightsTest('a file to seed that can not be read names the user who runs the command', async () => {
  using folder = await createClosedLibrary()
  const file = join(folder.path, 'catalogue.json')
  writeFileSync(file, '{}', { mode: 0o600 })
  chownSync(file, otherUser, otherUser)
  expect(await run('seed catalogue.json --database x.db', folder.path)).toMatchObject({
    code: 1,
    err: "music-library: catalogue.json can't be read. Check that it is a file, and that the user root may read it.\n",
  })
})
