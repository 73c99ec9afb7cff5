// Measures the server beside its baselines: `bun run bench [part …]`. When all parts ran it writes bench/results.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { librariesIn } from './library.ts'
import type { Bench, Part } from './part.ts'
import { mixed } from './parts/mixed.ts'
import { reads } from './parts/reads.ts'
import { writes } from './parts/writes.ts'
import { compile } from './programs.ts'
import { serversOf } from './servers.ts'
import { inColumns, type Table } from './table.ts'

const parts: Record<string, Part> = { reads, writes, mixed }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

// An exit takes the servers with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const tables: Table[] = []
const bench = await prepare()
for (const [name, part] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.error(name)
  for (const table of await part(bench)) {
    tables.push(table)
    console.log(`\n${inColumns(table)}\n`)
  }
}
if (tables.some(({ rows }) => rows.some(({ voided }) => voided !== undefined))) process.exit(1)

async function prepare(): Promise<Bench> {
  console.error('building')
  const programs = await compile(folder)
  const servers = serversOf(programs)
  return { folder, programs, servers, library: librariesIn(folder, programs, servers) }
}
