import { Database as Sqlite } from 'bun:sqlite'
import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { binary, type ServerProcess, serveBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import type { Client } from '../support/client.ts'
import { admin as account, logInAsAdmin } from '../support/cliFolder.ts'
import { runCommand } from '../support/commandRun.ts'
import type { KillResult } from './killScenarios.ts'

// Other programs write into the file of a library while it is served: some that know nothing of SQLite, and commands beside the server.

const pageBytes = 4_096
const writerCount = 3
/** The file is written into after a random time up to this one, in milliseconds. */
const maxServeMs = 600
/** How often clients write after that. */
const writesAfter = 40

const foreignWriteSentence = 'Another program has written into the file of the library'

/** Creates a library with records and an admin. @returns its path */
const createLibrary = async (cwd: string) => {
  const path = join(cwd, 'library.db')
  await runCommand(['seed', '--sample', '1000', '--new', '--database', path], { cwd })
  await runCommand(['user', 'add', account.email, '--admin', '--database', path], { cwd, stdin: account.password })
  return path
}

/** What programs do to the file: they keep its inode. */
const foreignWrites: readonly ((path: string, backup: string) => void)[] = [
  // cp, cat > file
  (path, backup) => writeFileSync(path, readFileSync(backup)),
  // rsync --inplace --times
  (path, backup) => {
    const [own, other] = [readFileSync(path), readFileSync(backup)]
    const file = openSync(path, 'r+')
    for (let at = 0; at < other.length; at += pageBytes) {
      const page = other.subarray(at, at + pageBytes)
      if (!page.equals(own.subarray(at, at + pageBytes))) writeSync(file, page, 0, page.length, at)
    }
    ftruncateSync(file, other.length)
    closeSync(file)
    const { atime, mtime } = statSync(backup)
    utimesSync(path, atime, mtime)
  },
  // A program that ends in the middle of a copy.
  (path, backup) => {
    const other = readFileSync(backup)
    writeFileSync(path, other.subarray(0, Math.ceil(other.length / 2)))
  },
  // A program that fills the file with something else.
  (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, 'x')),
]

/** Sends writes, one after another, until one is rejected. @returns the times at which those were sent that were confirmed */
const writeUntil = async (admin: Client, prefix: string, isOver: () => boolean) => {
  const confirmed: number[] = []
  for (let n = 0; !isOver(); n++) {
    const sentAt = performance.now()
    const { status } = await admin.post('/labels', { name: `${prefix} ${n}` })
    if (status !== 201) break
    confirmed.push(sentAt)
  }
  return confirmed
}

const isReady = async ({ url }: ServerProcess) => (await fetch(url.replace(/\/api$/, '/readyz'))).status === 200

/** Writes into the file of a served library at a random moment, in each way in turn. From then on no write may be confirmed. */
export const overwriteServed = async (folder: string, count: number, random: () => number): Promise<KillResult> => {
  const failures: string[] = []
  const original = await createLibrary(folder)
  const backup = join(folder, 'backup.db')
  await runCommand(['backup', backup, '--database', original], { cwd: folder })
  let checked = 0
  for (let round = 0; round < count; round++) {
    const path = join(folder, `${round}.db`)
    copyFileSync(original, path)
    await using server = await serveBinary(['--database', path], { cwd: folder })
    const admin = await logInAsAdmin(server)
    let writtenAt = Number.POSITIVE_INFINITY
    let writesLeft = writesAfter
    const isOver = () => performance.now() > writtenAt && writesLeft-- <= 0
    const writers = Array.from({ length: writerCount }, (_, n) => writeUntil(admin, `${round} ${n}`, isOver))
    await Bun.sleep(random() * maxServeMs)
    foreignWrites[round % foreignWrites.length]?.(path, backup)
    writtenAt = performance.now()
    const confirmed = (await Promise.all(writers)).flat()
    checked += confirmed.length
    const late = confirmed.filter((sentAt) => sentAt > writtenAt)
    const fail = (failure: string) => failures.push(`round ${round}: ${failure}`)
    if (late.length > 0) fail(`${late.length} writes were confirmed after it`)
    const deadline = performance.now() + maxMs(5_000)
    while ((await isReady(server)) && performance.now() < deadline) await Bun.sleep(50)
    if (await isReady(server)) fail('the server is ready')
    const { code, out } = await server.stop()
    if (!out.includes(foreignWriteSentence)) fail(`the log says ${out}`)
    if (code !== 0) fail(`the server exits with ${code}`)
    if (existsSync(`${path}-wal`)) fail('the WAL stays beside the other file')
  }
  return { kills: count, checked, failures }
}

/** Runs commands beside a server, and kills some: none of them counts as another program. */
export const runBesides = async (folder: string, count: number, random: () => number): Promise<KillResult> => {
  const path = await createLibrary(folder)
  const timeoutMs = maxMs(60_000 + count * 1_000)
  await using server = await serveBinary(['--database', path], { cwd: folder, timeoutMs })
  const admin = await logInAsAdmin(server)
  const failures: string[] = []
  let isOver = false
  const writers = Array.from({ length: writerCount }, (_, n) => writeUntil(admin, `${n}`, () => isOver))
  const file = join(folder, 'catalogue.json')
  const createCommands = () => [
    ['seed', '--sample', `${Math.ceil(random() * 3_000)}`, '--yes'],
    ['seed', file, '--yes'],
    ['undo', `${Math.ceil(random() * 50)}`, '--yes'],
    ['invite'],
    ['backup', '--keep', '2', '--backup-dir', folder],
    ['export', join(folder, 'export.json')],
    ['doctor'],
    ['audit'],
  ]
  const pragmas = ['wal_checkpoint(TRUNCATE)', 'wal_checkpoint(RESTART)', 'wal_checkpoint(PASSIVE)', 'optimize']
  for (let n = 0; n < count; n++) {
    const commands = createCommands()
    const kind = n % (commands.length + 2)
    const args = commands[kind]
    if (args) {
      const labels = Array.from({ length: 50 }, (_, n) => ({ key: `k ${n}`, name: `seeded ${n} ${random()}` }))
      writeFileSync(file, JSON.stringify({ labels }))
      const child = Bun.spawn([await binary(), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', DATABASE_URL: path },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output = Promise.all([child.stdout.text(), child.stderr.text()])
      const isKilled = random() < 0.2
      if (isKilled) {
        await Promise.race([child.exited, Bun.sleep(random() * 300)])
        child.kill('SIGKILL')
      }
      const code = await child.exited
      // Not every entry can be undone, and a sample of another size may not fit the library.
      if (code !== 0 && !isKilled && args[0] !== 'undo' && args[1] !== '--sample')
        failures.push(`${args.join(' ')} exits with ${code}: ${(await output)[1]}`)
    } else {
      using other = new Sqlite(path)
      other.run('PRAGMA busy_timeout = 5000')
      if (kind === commands.length) other.run(`PRAGMA ${pragmas[n % pragmas.length]}`)
      else other.run('UPDATE labels SET name = ? WHERE id = 1', [`by SQL ${n}`])
      other.close()
    }
    if (!(await isReady(server))) failures.push(`command ${n} of kind ${kind}: the server is not ready`)
    if (failures.length > 0) break
  }
  isOver = true
  const checked = (await Promise.all(writers)).flat().length
  const { code, out } = await server.stop()
  if (/Another program/.test(out)) failures.push(`the log says ${out}`)
  if (code !== 0) failures.push(`the server exits with ${code}`)
  return { kills: count, checked, failures }
}
