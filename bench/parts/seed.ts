import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import { alternatePair } from '../compare.ts'
import type { Part } from '../part.ts'
import { measurePreviews } from '../preview.ts'
import { measure } from '../process.ts'
import { atMost, formatCount, formatMegabytes, formatMs, formatRatio, judge, measureRow, type Row } from '../table.ts'

/** How often a catalogue of so many tracks is seeded. */
const runs = { 10000: 9, 100000: 3 }

const about = `A whole process that creates a library and seeds a catalogue with names of five scripts, medians of several
runs of each, in turn. The baseline parses the file and inserts the same rows, as raw prepared statements in one
transaction, into a library without triggers and without the indexes of searches: it checks nothing, and reports nothing. CPU is that of all threads, and memory the
peak. The target is for the ratio of CPU; the memory may be six times the size of the file and 150 MB.`

export const seed: Part = {
  comparesBuilds: true,
  async measure(bench) {
    const { folder, service, against } = bench
    const rows: Row[] = []
    for (const [size, count] of Object.entries(runs)) {
      const file = join(folder, 'seed.json')
      writeFileSync(file, generateCatalogue({ tracks: Number(size) }))
      const createSeed = (executable: string) => (database: string) => [
        executable,
        'seed',
        file,
        '--database',
        database,
      ]
      const createOther =
        against === undefined
          ? (database: string) => [process.execPath, 'bench/baseline/seed.ts', file, database]
          : createSeed(against)
      const row = measureRow(`${formatCount(Number(size))} tracks`, async () => {
        const run = async (createCommand: (database: string) => string[]) => {
          // The lock file of a library stays, so each has another name.
          const database = join(folder, `seeded-${crypto.randomUUID()}.db`)
          const result = await measure(createCommand(database))
          rmSync(database)
          return result
        }
        const [own, other] = await alternatePair(
          count,
          () => run(createSeed(service)),
          () => run(createOther),
        )
        const ratio = own.cpu / other.cpu
        return [
          ...[own.cpu, other.cpu].map(formatMs),
          formatRatio(ratio),
          ...[own.time, other.time].map(formatMs),
          formatRatio(own.time / other.time),
          formatMegabytes(own.memory),
          formatRatio(own.memory / (6 * Bun.file(file).size + 150e6)),
          ...judge(ratio, atMost(against === undefined ? 3 : 1.11)),
        ]
      })
      rows.push(await row)
    }
    const own = ['CPU', "the other's", 'ratio', 'time', "the other's", 'ratio']
    const columns = [...own, 'memory', 'of the memory allowed', 'target', 'met']
    const seeding = { title: 'Seeding', about, columns, rows }
    return against === undefined ? [seeding, await measurePreviews(bench)] : [seeding]
  },
}
