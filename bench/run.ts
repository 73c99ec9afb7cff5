// Compares this checkout with its baselines: `bun run bench [part …] [--million]`. A run of all parts writes results.md.
// `bun run bench --against FILE [part …]` compares it with another executable of this program instead.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildColumns } from './builds.ts'
import { createLibraries } from './library.ts'
import { generator } from './load.ts'
import { against, exitWithUsage, million, partNames } from './options.ts'
import type { Bench, Part } from './part.ts'
import { first } from './parts/first.ts'
import { follow } from './parts/follow.ts'
import { growth } from './parts/growth.ts'
import { list } from './parts/list.ts'
import { login } from './parts/login.ts'
import { memory } from './parts/memory.ts'
import { mixed } from './parts/mixed.ts'
import { postgres } from './parts/postgres.ts'
import { reads } from './parts/reads.ts'
import { search } from './parts/search.ts'
import { seed } from './parts/seed.ts'
import { stall } from './parts/stall.ts'
import { start } from './parts/start.ts'
import { writes } from './parts/writes.ts'
import { compilePrograms, compileService } from './programs.ts'
import { writeResults } from './results.ts'
import { rounds, seconds } from './settings.ts'
import { formatText, type Row, type Table, voidRow } from './table.ts'

const parts: Record<string, Part> = {
  reads,
  list,
  writes,
  mixed,
  login,
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
const available = Object.keys(parts).filter((name) => against === undefined || parts[name]?.compareBuilds)
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

console.error(`building; load generator: ${generator}`)
const tables = against === undefined ? await measureParts() : [await compareParts(resolve(against))]
// An explicit exit, since an open connection to a stopped server could keep this process alive.
process.exit(tables.some(({ rows }) => rows.some(({ voidReason }) => voidReason !== undefined)) ? 1 : 0)

async function measureParts(): Promise<Table[]> {
  const programs = await compilePrograms(folder)
  const bench: Bench = { folder, programs, library: createLibraries(folder, programs.service), million }
  const tables: Table[] = []
  for (const name of selected) {
    console.error(name)
    for (const table of (await parts[name]?.measure(bench).catch(createVoidTables(name))) ?? []) {
      tables.push(table)
      console.log(`\n${formatText(table)}\n`)
    }
  }
  if (partNames.length === 0) await writeResults(tables, Object.keys(parts), folder)
  return tables
}

/** For a part that fails before its first row: the other parts still run. */
function createVoidTables(name: string) {
  const about = 'This part could not be measured.'
  return (error: unknown): Table[] => [{ title: name, about, columns: [], rows: [voidRow(name, error)] }]
}

async function compareParts(other: string): Promise<Table> {
  const current = await compileService(folder)
  // The other executable creates the libraries: an older release can't open the library of a newer one.
  const comparison = { folder, current, other, library: createLibraries(folder, other) }
  const rows: Row[] = []
  for (const name of selected) {
    console.error(name)
    rows.push(...((await parts[name]?.compareBuilds?.(comparison).catch((error) => [voidRow(name, error)])) ?? []))
  }
  const title = `This build compared with ${other}, medians of ${rounds} rounds of ${seconds} s`
  const about = 'Both executables are loaded in turn, on copies of the same library. CPU is the time per request.'
  const table = { title, about, columns: buildColumns, rows }
  console.log(`\n${formatText(table)}\n`)
  return table
}
