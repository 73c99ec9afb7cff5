import { Database } from 'bun:sqlite'
import { closeSync, fdatasyncSync, openSync, readFileSync, statfsSync, writeSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { median } from './compare.ts'
import { connections, rounds, seconds } from './options.ts'
import { formatMarkdown, type Table } from './table.ts'

/** Replaces bench/results.md. @param parts - the names of all parts of the bench: a test finds out whether one was added since */
export const writeResults = async (tables: Table[], parts: readonly string[], folder: string): Promise<void> => {
  const machine = [
    `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB of memory`,
    describeSystem(),
    `libraries on ${describeFileSystem(folder)}, where a durable write of 4 KiB takes ${measureSyncTime(folder).toFixed(2)} ms`,
  ]
  const { version } = await Bun.file('package.json').json()
  const versions = [
    `music-library ${version}`,
    `Bun ${Bun.version}`,
    `SQLite ${readSqliteVersion()}`,
    `wrk ${/^wrk \S*?([\d.]+)/.exec(Bun.spawnSync(['wrk', '--version']).stdout.toString())?.[1] ?? ''}`,
  ]
  const head = `# Results

Written by \`bun run bench\`, which repeats all measurements. ${new Date().toISOString().slice(0, 10)}.

- Machine: ${machine.join('; ')}.
- Versions: ${versions.join(', ')}.
- Parts: ${parts.join(', ')}.
- Load: ${connections} connections that are always busy, from the same machine, ${seconds} s per round, the servers in turn;
  every figure is the median of ${rounds} rounds. Before and after each load, responses of both servers are compared byte
  for byte. A wrong response voids the row, and the reason takes the place of its figures.
- CPU is the user and system time of the server's process per completed request, of all its threads.${process.platform === 'linux' ? '' : ' This system does not report it.'}
- The baseline is [a server by hand](baseline/server.ts): Bun's own, SQLite's prepared statements, a commit for each write,
  no cache, no audit trail and nothing that searches need. In rows that end in "tuned" it also remembers callers and records, and commits
  writes in batches. The constant server is [the least that Bun can do](baseline/constant.ts). Absolute figures belong to this
  machine; the ratios carry over.`
  await Bun.write('bench/results.md', `${[head, ...tables.map(formatMarkdown)].join('\n\n')}\n`)
}

const describeSystem = () => {
  if (process.platform !== 'linux') return `${type()} ${release()}`
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? type()
  return `${name}, kernel ${release()}`
}

/** Names of file systems by their magic numbers on Linux: statfs(2). */
const fileSystems = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x794c7630, 'overlay'],
  [0x01021994, 'tmpfs, which is in memory: writes are faster than on any disk'],
])

const describeFileSystem = (folder: string) => {
  const kind = statfsSync(folder).type
  return fileSystems.get(kind) ?? `a file system of type ${kind.toString(16)}`
}

/** The median time of a durable write of one page, in milliseconds: the lower limit of a commit. */
const measureSyncTime = (folder: string) => {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = new Uint8Array(4096)
  const times = Array.from({ length: 100 }, () => {
    const start = performance.now()
    writeSync(file, page, 0, page.length, 0)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  return median(times)
}

const readSqliteVersion = () => {
  const db = new Database(':memory:')
  const row = db.query<{ version: string }, []>('SELECT sqlite_version() AS version').get()
  db.close()
  return row?.version
}
