// Compares this checkout with servers by hand: `bun run bench [part …]`. A run of all parts writes results.md.
// `bun run bench --against FILE [part …]` compares it with another executable of this program instead.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLibraries } from './library.ts'
import { against, exitWithUsage, partNames } from './options.ts'
import { type Bench, compileBaseline, compileService, type Part } from './part.ts'
import { first } from './parts/first.ts'
import { follow } from './parts/follow.ts'
import { growth } from './parts/growth.ts'
import { list } from './parts/list.ts'
import { memory } from './parts/memory.ts'
import { mixed } from './parts/mixed.ts'
import { postgres } from './parts/postgres.ts'
import { reads } from './parts/reads.ts'
import { search } from './parts/search.ts'
import { seed } from './parts/seed.ts'
import { stall } from './parts/stall.ts'
import { start } from './parts/start.ts'
import { writes } from './parts/writes.ts'
import { writeResults } from './results.ts'
import { formatText, type Table, voidRow } from './table.ts'

const parts: Record<string, Part> = {
  reads,
  list,
  writes,
  mixed,
  memory,
  start,
  first,
  seed,
  stall,
  search,
  follow,
  growth,
  postgres,
}
const available = Object.keys(parts).filter((name) => against === undefined || parts[name]?.comparesBuilds)
const unknown = partNames.filter((name) => !available.includes(name))
if (unknown.length > 0) {
  const mode = against === undefined ? '' : ' with --against'
  exitWithUsage(`There is no part ${unknown.join(', ')}${mode}. The parts are: ${available.join(', ')}.`)
}
const selected = partNames.length > 0 ? available.filter((name) => partNames.includes(name)) : available

// An exit deletes the temporary files; servers.ts kills the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

console.error('building')
const service = await compileService(folder)
const other = against === undefined ? undefined : resolve(against)
const compiled = new Map<string, Promise<string>>()
const bench: Bench = {
  folder,
  service,
  against: other,
  compile: (name) => {
    const executable = compiled.get(name) ?? compileBaseline(folder, name)
    compiled.set(name, executable)
    return executable
  },
  // The other executable creates the libraries: an older release can't open the library of a newer one.
  library: createLibraries(folder, other ?? service),
}
const tables: Table[] = []
for (const name of selected) {
  console.error(name)
  for (const table of (await parts[name]?.measure(bench).catch(createVoidTables(name))) ?? []) {
    tables.push(table)
    console.log(`\n${formatText(table)}\n`)
  }
}
if (partNames.length === 0 && against === undefined) await writeResults(tables, Object.keys(parts), folder)
// An explicit exit, since an open connection to a stopped server could keep this process alive.
process.exit(tables.some(({ rows }) => rows.some(({ voidReason }) => voidReason !== undefined)) ? 1 : 0)

/** For a part that fails before its first row: the other parts still run. */
function createVoidTables(name: string) {
  const about = 'This part could not be measured.'
  return (error: unknown): Table[] => [{ title: name, about, columns: [], rows: [voidRow(name, error)] }]
}
