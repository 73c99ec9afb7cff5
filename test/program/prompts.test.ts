import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createCliLibrary, secret } from '../support/cliLibrary.ts'
import { type Dialogue, runInTerminal } from '../support/terminal.ts'

// `docker exec` and serial consoles have terminals that say that they have no columns.

/** The lines that a terminal has displayed at the end, without colours. */
const lastLine = (display: string) => Bun.stripANSI(display).trimEnd().split(/\r?\n/).at(-1)

const addAccount = ({ folder }: { folder: string }, dialogue: Dialogue, columns: number) =>
  runInTerminal(['user', 'add', 'new@example.com'], folder, dialogue, columns)

test.each([0, 100])(
  'at a terminal of %d columns a password is asked for twice and never displayed',
  async (columns) => {
    using library = await createCliLibrary()
    const dialogue: Dialogue = [
      ['Password for new@example.com', `${secret}\r`],
      ['Repeat the password', `${secret}\r`],
    ]
    const { code, display } = await addAccount(library, dialogue, columns)
    expect([code, lastLine(display)]).toEqual([0, 'Added new@example.com with the role user.'])
    expect(display).not.toContain(secret)
    expect(display.length).toBeLessThan(10_000)
  },
)

test.each([
  ['Ctrl-D', '\x04', 0],
  ['Ctrl-D after some letters', 'abc\x04', 100],
  ['Ctrl-C', '\x03', 0],
])('%s at a prompt ends it with one line and exit code 1', async (_, keys, columns) => {
  using library = await createCliLibrary()
  const { code, display } = await addAccount(library, [['Password for new@example.com', keys]], columns)
  expect([code, lastLine(display)]).toEqual([1, 'music-library: Nothing was changed.'])
  expect((await library.run('user list')).out).not.toContain('new@example.com')
})

test('Ctrl-D is no to a question', async () => {
  using library = await createCliLibrary()
  await library.run('backup mine.db')
  const { ino } = statSync(join(library.folder, 'mine.db'))
  const dialogue: Dialogue = [['Replace this backup?', '\x04']]
  const { code, display } = await runInTerminal(['backup', 'mine.db'], library.folder, dialogue, 0)
  expect([code, lastLine(display)]).toEqual([1, 'music-library: Nothing was changed.'])
  expect(statSync(join(library.folder, 'mine.db')).ino).toBe(ino)
})
