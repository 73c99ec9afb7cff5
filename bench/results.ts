import { Database } from 'bun:sqlite'
import { closeSync, fdatasyncSync, openSync, readFileSync, statfsSync, writeSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { generator } from './load.ts'
import { median } from './measure.ts'
import { connections, rounds, seconds } from './settings.ts'
import { inMarkdown, type Table } from './table.ts'

/** Writes bench/results.md anew. */
export const writeResults = async (tables: Table[], folder: string): Promise<void> => {
  const machine = [
    `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB of memory`,
    system(),
    `libraries on ${fileSystem(folder)}, where writing 4 KiB through to the disk takes ${syncTime(folder).toFixed(2)} ms`,
  ]
  const { version } = await Bun.file('package.json').json()
  const versions = [
    `music-library ${version}`,
    `Bun ${Bun.version}`,
    `SQLite ${sqliteVersion()}`,
    await generatorVersion(),
  ]
  const head = `# Results

Written by \`bun run bench\`, which measures all of this anew. ${new Date().toISOString().slice(0, 10)}.

- Machine: ${machine.join('; ')}.
- Versions: ${versions.join(', ')}.
- Load: ${connections} connections that are always busy, from the same machine, ${seconds} s a round, the servers in turn;
  what is reported is the median of ${rounds} rounds. Before and after each load, answers of both servers are compared byte
  for byte. Answers that are wrong make a figure void, and it says so instead.${generator === 'wrk' ? '' : limits}
- The baseline is [a server by hand](baseline/server.ts): Bun's own, SQLite's prepared statements, a commit for each write,
  nothing remembered. The constant server is [the least that Bun can do](baseline/constant.ts). Absolute figures belong to this
  machine; the ratios are what to look at.`
  await Bun.write('bench/results.md', `${[head, ...tables.map(inMarkdown)].join('\n\n')}\n`)
}

const limits = ` The load came from autocannon, which is
  slower than the servers: it hides what they differ by, most of all in long answers. Install wrk to have it used instead.`

const system = () => {
  if (process.platform !== 'linux') return `${type()} ${release()}`
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? type()
  return `${name}, kernel ${release()}`
}

/** By the numbers that Linux gives them; a library in memory would commit for nothing. */
const fileSystems = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x794c7630, 'overlay'],
  [0x01021994, 'tmpfs, which is memory: writes are faster than on any disk'],
])

const fileSystem = (folder: string) => {
  const kind = statfsSync(folder).type
  return fileSystems.get(kind) ?? `a file system of type ${kind.toString(16)}`
}

/** What one durable commit costs at the least, in milliseconds. */
const syncTime = (folder: string) => {
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

const sqliteVersion = () => {
  const db = new Database(':memory:')
  const row = db.query<{ version: string }, []>('SELECT sqlite_version() AS version').get()
  db.close()
  return row?.version
}

const generatorVersion = async () => {
  if (generator !== 'wrk')
    return `autocannon ${(await Bun.file('node_modules/autocannon/package.json').json()).version}`
  return `wrk ${/^wrk \S*?([\d.]+)/.exec(Bun.spawnSync(['wrk', '--version']).stdout.toString())?.[1] ?? ''}`
}
