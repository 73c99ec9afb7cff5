// Measures the server beside its baselines: `bun run bench [part …] [--million]`. With all parts it writes the results.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { librariesIn } from './library.ts'
import { generator } from './load.ts'
import type { Bench, Part } from './part.ts'
import { growth } from './parts/growth.ts'
import { list } from './parts/list.ts'
import { login } from './parts/login.ts'
import { memory } from './parts/memory.ts'
import { mixed } from './parts/mixed.ts'
import { reads } from './parts/reads.ts'
import { stall } from './parts/stall.ts'
import { start } from './parts/start.ts'
import { writes } from './parts/writes.ts'
import { compile } from './programs.ts'
import { writeResults } from './results.ts'
import { serversOf } from './servers.ts'
import { inColumns, type Table, voidRow } from './table.ts'

const parts: Record<string, Part> = { reads, list, writes, mixed, login, memory, start, stall, growth }

const words = process.argv.slice(2)
const names = words.filter((word) => word !== '--million')
const unknown = names.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

// An exit takes the servers and the files with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const tables: Table[] = []
const bench = await prepare()
for (const [name, part] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.error(name)
  for (const table of await part(bench).catch(voided(name))) {
    tables.push(table)
    console.log(`\n${inColumns(table)}\n`)
  }
}
if (names.length === 0) await writeResults(tables, folder)
// The servers that are gone would keep nothing alive; an open connection to one may.
process.exit(tables.some(({ rows }) => rows.some(({ voided }) => voided !== undefined)) ? 1 : 0)

/** A part that can't even begin does not take the others with it. */
function voided(name: string) {
  const about = 'This part could not be measured.'
  return (error: unknown): Table[] => [{ title: name, about, columns: [], rows: [voidRow(name, error)] }]
}

async function prepare(): Promise<Bench> {
  console.error(`building; the load will come from ${generator}`)
  const programs = await compile(folder)
  const servers = serversOf(programs)
  return {
    folder,
    programs,
    servers,
    library: librariesIn(folder, programs, servers),
    million: words.includes('--million'),
  }
}
