import { expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCliLibrary, secret } from '../support/cliLibrary.ts'
import { runInTerminal } from '../support/terminal.ts'

// `docker exec` and serial consoles have terminals that say that they have no columns.

/** The lines that a terminal has displayed at the end, without colours. */
const lastLine = (display: string) => Bun.stripANSI(display).trimEnd().split(/\r?\n/).at(-1)

type Dialogue = [question: string, answer: string][]

const addAccount = ({ folder }: { folder: string }, dialogue: Dialogue, columns: number) =>
  runInTerminal(['user', 'add', 'new@example.com'], folder, dialogue, columns)

test.each([0, 100])(
  'at a terminal of %d columns a password is asked for twice and never displayed',
  async (columns) => {
    using library = await createCliLibrary()
    const dialogue = ['Password for new@example.com', 'The same once more'].map((text): [string, string] => [
      text,
      `${secret}\r`,
    ])
    const { code, display } = await addAccount(library, dialogue, columns)
    expect([code, lastLine(display)]).toEqual([0, 'Added new@example.com with the role user.'])
    expect(display).not.toContain(secret)
    expect(display.length).toBeLessThan(10_000)
  },
)

test.each([
  ['Ctrl-D', '\x04', 0],
  ['Ctrl-D', '\x04', 100],
  ['Ctrl-D after some letters', 'abc\x04', 100],
  ['Ctrl-C', '\x03', 0],
])('%s at a prompt ends it with one line and exit code 1', async (_, keys, columns) => {
  using library = await createCliLibrary()
  const { code, display } = await addAccount(library, [['Password for new@example.com', keys]], columns)
  expect([code, lastLine(display)]).toEqual([1, 'music-library: Nothing was changed.'])
  expect((await library.run('user list')).out).not.toContain('new@example.com')
})

test.each([0, 100])('Ctrl-D is no to a question at a terminal of %d columns', async (columns) => {
  using library = await createCliLibrary()
  await library.run('backup mine.db')
  const { ino } = statSync(join(library.folder, 'mine.db'))
  const backup = ['backup', 'mine.db']
  const replace = await runInTerminal(backup, library.folder, [['Replace this backup?', '\x04']], columns)
  expect([replace.code, lastLine(replace.display)]).toEqual([1, 'music-library: Nothing was changed.'])
  expect(statSync(join(library.folder, 'mine.db')).ino).toBe(ino)
  await library.run('seed --sample --quiet')
  writeFileSync(join(library.folder, 'empty.json'), '{}')
  const args = ['seed', 'empty.json', '--prune', '--prune-at-most', '1000']
  const prune = await runInTerminal(args, library.folder, [['records that the file does not have', '\x04']], columns)
  expect([prune.code, lastLine(prune.display)]).toEqual([1, 'music-library: Nothing was changed.'])
})
