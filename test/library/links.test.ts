import { expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { runBinary } from '../support/binary.ts'
import { runCommand } from '../support/commandRun.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

/** The id of the user and the group `nobody`: here it is the user that the service runs as. */
const service = 65_534

const isRoot = process.getuid?.() === 0

/** A library in a folder, both of the service's user; `elsewhere` is a folder of root. */
const createServiceLibrary = (folder: string) => {
  // The user has to get to its library.
  chmodSync(folder, 0o755)
  const [home, elsewhere] = [join(folder, 'service'), join(folder, 'elsewhere')]
  for (const path of [home, elsewhere]) mkdirSync(path)
  const path = join(home, 'library.db')
  createOldLibrary(1, path)
  for (const file of [home, path]) chownSync(file, service, service)
  return { home, elsewhere, path }
}

/** Creates a link that belongs to the service's user. */
const plantLink = (target: string, link: string) => {
  rmSync(link, { recursive: true, force: true })
  symlinkSync(target, link)
  lchownSync(link, service, service)
}

test.skipIf(!isRoot)(
  'as root: no command writes through a link that the owner of the folder has put in the place of a file or folder',
  async () => {
    using folder = emptyFolder()
    const { home, elsewhere, path } = createServiceLibrary(folder.path)
    const run = (...args: string[]) => runBinary([...args, '--database', path], { cwd: folder.path })
    copyFileSync(path, join(elsewhere, 'backup.db'))
    const commands = [
      ['token', 'prune', '--unused-for', '1y'],
      ['seed', '--sample', '--quiet'],
      ['backup'],
      ['restore', 'elsewhere/backup.db'],
    ]
    const attacks: [target: string, link: string, commands: string[][]][] = [
      [join(elsewhere, 'planted'), `${path}.lock`, commands.filter(([name]) => name !== 'backup')],
      [join(elsewhere, 'planted'), join(home, 'backups'), [['backup']]],
      [elsewhere, join(home, 'backups'), [['backup'], ['backup', join(home, 'backups/mine.db')]]],
      [join(elsewhere, 'planted'), join(home, 'mine.json'), [['export', join(home, 'mine.json')]]],
      [join(elsewhere, 'planted'), path, commands],
    ]
    for (const [target, link, commandsOfAttack] of attacks) {
      plantLink(target, link)
      for (const command of commandsOfAttack) {
        const { code, err } = await run(...command)
        expect([command, code, err]).toEqual([command, 1, expect.stringMatching(/^music-library: .+\n$/)])
        expect(readdirSync(elsewhere)).toEqual(['backup.db'])
      }
      rmSync(link)
    }
  },
)

test.skipIf(!isRoot)(
  'as root: what a command creates for a library belongs to the owner of the library, also behind a link of root',
  async () => {
    using folder = emptyFolder()
    const { home, path } = createServiceLibrary(folder.path)
    symlinkSync(home, join(folder.path, 'link'))
    const run = (...args: string[]) =>
      runBinary([...args, '--database', join(folder.path, 'link/library.db')], { cwd: folder.path })
    for (const args of [
      ['token', 'prune', '--unused-for', '1y'],
      ['backup'],
      ['backup', join(home, 'copy.db')],
      ['restore', join(home, 'copy.db')],
    ]) {
      expect(await run(...args)).toMatchObject({ code: 0 })
    }
    rmSync(path)
    expect((await run('seed', '--sample')).code).toBe(1)
    rmSync(`${path}.lock`)
    const { code, err } = await run('seed', '--sample')
    expect([code, err]).toEqual([1, expect.stringContaining(`${home}/backups has 1 backup of one with this name.`)])
    renameSync(join(home, 'backups'), join(home, 'moved'))
    expect((await run('seed', '--sample')).code).toBe(0)
    renameSync(join(home, 'moved'), join(home, 'backups'))
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
    for (const pattern of [/\.db$/, /\.lock$/, /\.schema-1\./, /\.replaced-/, /^backups$/, /^backups\/library\.db\./])
      expect(files.some((name) => pattern.test(name))).toBe(true)
    const owners = files.map((name) => [name, lstatSync(join(home, name)).uid])
    expect(owners).toEqual(files.map((name) => [name, service]))
  },
)

test('a link to a library that does not exist yet leads to the library that is created', async () => {
  using folder = emptyFolder()
  mkdirSync(join(folder.path, 'real'))
  symlinkSync(join('real', 'library.db'), join(folder.path, 'link.db'))
  expect((await runCommand(['seed', '--sample', '--database', 'link.db'], { cwd: folder.path })).code).toBe(0)
  expect(readdirSync(join(folder.path, 'real')).sort()).toEqual(['library.db', 'library.db.lock'])
  expect((await runCommand(['backup', '--database', 'link.db'], { cwd: folder.path })).code).toBe(0)
  expect(existsSync(join(folder.path, 'real/backups'))).toBe(true)
})

test('links that lead back to themselves are an error of one line', async () => {
  using folder = emptyFolder()
  symlinkSync('b.db', join(folder.path, 'a.db'))
  symlinkSync('a.db', join(folder.path, 'b.db'))
  const { code, err } = await runCommand(['user', 'list', '--database', 'a.db'], { cwd: folder.path })
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^music-library: .+too many links\. Name the file or folder itself\.\n$/),
  ])
})
