import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { createRandom } from '../../src/base/random.ts'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'
import { findFreePort } from '../support/freePort.ts'
import { amount, tries } from '../support/longForm.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'

/** How long a start takes at most that this test interrupts, in milliseconds. */
const startMs = 500

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Starts a server, and stops it so long after its port listens, which it does before it opens the library. */
const stopAfter = async (delayMs: number, args: readonly string[], cwd: string) => {
  const port = findFreePort()
  const child = Bun.spawn([await binary(), 'serve', '--port', `${port}`, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', LOG_FORMAT: 'text' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(60_000),
  })
  const output = Promise.all([child.stdout.text(), child.stderr.text()])
  while (child.exitCode === null && !(await listens(port))) await Bun.sleep(1)
  await Bun.sleep(delayMs)
  child.kill('SIGTERM')
  const stoppedAt = performance.now()
  const code = await child.exited
  const [out, err] = await output
  return { code, isSoon: performance.now() - stoppedAt < maxMs(2_000), err, lastLine: out.trim().split('\n').at(-1) }
}

const random = createRandom(1)
const delays = () => Array.from({ length: tries(1) }, () => Math.floor(random() * startMs))

interface Case {
  args: readonly string[]
  prepare?: (folder: string) => void
}

const requireStops = async ({ args, prepare = () => {} }: Case) => {
  for (const delay of [0, ...delays()]) {
    using folder = emptyFolder()
    prepare(folder.path)
    expect({ delay, ...(await stopAfter(delay, args, folder.path)) }).toEqual({
      ...{ delay, code: 0, isSoon: true, err: '' },
      lastLine: expect.stringContaining('Stopped.'),
    })
  }
}

const library = ['--database', 'library.db']
const many = `${amount(5_000, 20_000)}`
const upgraded = (folder: string) => createOldLibrary(migrations.length - 1, join(folder, 'library.db'))

test.each([
  { name: 'a demo', args: ['--demo'] },
  { name: 'a new library with many records', args: [...library, '--sample', many] },
  { name: 'a library to upgrade', args: library, prepare: upgraded },
  { name: 'a library with guests and backups', args: [...library, '--guest', 'read', '--backup-every', '1h'] },
])('SIGTERM ends the start of $name at once, with exit code 0', requireStops)

postgresTest('SIGTERM ends the start of a library on PostgreSQL at once, with exit code 0', async () => {
  await using database = await createTestDatabase()
  await requireStops({ args: ['--database', database.url] })
})
