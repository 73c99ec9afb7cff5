import { expect, test } from 'bun:test'
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { expectFailure } from '../support/cliFolder.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'
import { mayMount, mountTmpfs } from '../support/tmpfs.ts'

// What the system or SQLite reports about a file becomes one line that says what to do.

const mountTest = test.skipIf(!mayMount)

/** A library, a catalogue, and commands that write each of their files into a folder. */
const createWriters = async (folder: string) => {
  const library = await createCliLibrary()
  expect((await library.run('export catalogue.json')).code).toBe(0)
  const target = join(library.folder, folder)
  return {
    ...library,
    target,
    commands: {
      'export disk/a.json': 'disk/a.json',
      'export --accounts disk/a.json': 'disk/a.json',
      'seed catalogue.json --merge-into disk/b.json': 'disk/b.json',
      'backup disk/c.db': 'disk/c.db',
      'seed --sample --new --quiet --database disk/d.db': join(target, 'd.db'),
      'restore data/music-library.db --database disk/e.db': join(target, 'e.db'),
      'serve --port 0 --port-file disk/port --log-level error': 'The port file disk/port',
      'serve --demo --port 0 --demo-tokens disk/tokens --log-level error': 'The file of the tokens disk/tokens',
    },
  }
}

mountTest('on a full disk, every command that writes a file says that, and leaves nothing behind', async () => {
  using library = await createWriters('disk')
  using _ = mountTmpfs(library.target, 65_536)
  writeFileSync(join(library.target, 'fill'), Buffer.alloc(65_536))
  for (const [command, name] of Object.entries(library.commands)) {
    const { code, err } = await library.run(command)
    const advice = `The disk of ${library.target} is full. Make room, and try again.\n`
    expect([command, code, err]).toEqual([command, 1, expect.stringMatching(/^music-library: .+\n$/)])
    expect(err).toStartWith(`music-library: ${name} can't be `)
    expect(err).toEndWith(advice)
  }
  expect(readdirSync(library.target)).toEqual(['fill'])
})

mountTest(
  'on a read-only disk, every command that writes a file says that, and how a service gets the right',
  async () => {
    using library = await createWriters('disk')
    using _ = mountTmpfs(library.target, 65_536)
    Bun.spawnSync(['mount', '-o', 'remount,ro', library.target])
    for (const command of Object.keys(library.commands)) {
      const { code, err } = await library.run(command)
      const advice = `ReadWritePaths=${library.target}; otherwise mount its disk writable.\n`
      expect([command, code, err]).toEqual([
        command,
        1,
        expect.stringContaining(`is read-only for the user root. In a`),
      ])
      expect(err).toEndWith(advice)
    }
  },
)

mountTest('a library on a read-only disk says that, and not that its user lacks a right', async () => {
  using library = await createCliLibrary()
  const target = join(library.folder, 'disk')
  using _ = mountTmpfs(target, 2_000_000)
  writeFileSync(join(target, 'library.db'), readFileSync(library.path))
  Bun.spawnSync(['mount', '-o', 'remount,ro', target])
  for (const command of ['user list', 'seed --sample', 'serve --port 0', 'doctor', 'restore data/music-library.db']) {
    const { out, err } = await library.run(`${command} --database disk/library.db`)
    expect([command, out + err]).toEqual([command, expect.stringContaining(`The folder ${target} is read-only`)])
  }
})

test.skipIf(process.platform === 'win32')('a limit of the size of files is named', async () => {
  using library = await createCliLibrary()
  expect((await library.run('seed --sample --quiet')).code).toBe(0)
  const script = `trap '' XFSZ; ulimit -f 40; exec "$0" export large.json`
  const { stderr } = Bun.spawnSync(['bash', '-c', script, await binary()], { cwd: library.folder })
  expect(`${stderr}`).toStartWith("music-library: large.json can't be written. It would be larger than ")
  expect(existsSync(join(library.folder, 'large.json'))).toBe(false)
})

test('a damaged backup is not to be restored from a backup', async () => {
  using library = await createCliLibrary()
  const file = (name: string) => join(library.folder, name)
  expect((await library.run('backup cut.db')).code).toBe(0)
  writeFileSync(file('page.db'), readFileSync(file('cut.db')).fill(0xaa, 8_192, 32_768))
  truncateSync(file('cut.db'), 20_000)
  for (const name of ['cut.db', 'page.db']) {
    const { code, err } = await library.run(`restore ${name} --database other.db`)
    expect([code, err]).toEqual([1, expect.stringMatching(/ is damaged.+ Name another backup\.\n$/s)])
    expectFailure(await library.run(`backup --yes ${name}`), 1, 'Name another file.')
  }
  writeFileSync(library.path, readFileSync(file('cut.db')))
  expect((await library.run('backup')).err).toEndWith('is damaged. Restore it from a backup.\n')
})

test.skipIf(process.platform === 'win32')(
  'what is no file stays what it is, and a target where no file can be made is named',
  async () => {
    using library = await createCliLibrary()
    const pipe = join(library.folder, 'pipe')
    Bun.spawnSync(['mkfifo', pipe])
    symlinkSync(pipe, join(library.folder, 'link'))
    for (const name of ['pipe', 'link'])
      for (const command of [
        `backup ${name}`,
        `restore data/music-library.db --database ${name}`,
        `seed --sample --new --database ${name}`,
        `serve --port 0 --log-level error --port-file ${name}`,
      ])
        expect((await library.run(command)).err).toEndWith(' is a device or a pipe, not a file. Name a file.\n')
    expect(lstatSync(pipe).isFIFO()).toBe(true)
    expect(lstatSync(join(library.folder, 'link')).isSymbolicLink()).toBe(true)

    const long = 'x'.repeat(300)
    for (const [command, text] of [
      ['export nowhere/a.json', `There is no folder ${library.folder}/nowhere. Make it, or mount the disk`],
      ['export data', 'data is a folder. Name the file in it.'],
      ['restore data/music-library.db --database data', '/data is a folder. Name a file in it.'],
      ['export pipe/a.json', 'part of its path is a file. Name another one.'],
      ['serve --port 0 --log-level error --port-file pipe/a', 'part of its path is a file. Name another one.'],
      [`export ${long}`, "x can't be written. Its name is too long. Choose a shorter one."],
    ] as const)
      expect([command, (await library.run(command)).err]).toEqual([command, expect.stringContaining(text)])
  },
)

test.skipIf(process.platform !== 'linux')('a folder that takes no files is named', async () => {
  using library = await createCliLibrary()
  for (const command of ['export /proc/x', 'backup /proc/x', 'restore data/music-library.db --database /proc/x'])
    expectFailure(await library.run(command), 1, 'No file can be made in /proc. Name one in another folder.')
})
