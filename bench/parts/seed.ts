import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import { alternate } from '../alternate.ts'
import { measure, median } from '../measure.ts'
import { defaultSize, type Part } from '../part.ts'
import { atMost, formatCount, formatMs, formatRatio, judge, measureRow } from '../table.ts'

const runs = 9

const about = `The time of a whole process that creates a library and seeds a catalogue of ${formatCount(defaultSize)} tracks, medians of
${runs} runs of each, in turn. The baseline parses the file and inserts the same rows, as raw prepared statements in one
transaction: it checks nothing, and reports nothing. As "plain" its library has no triggers and none of the indexes of searches.`

export const seed: Part = {
  async measure({ folder, programs }) {
    const measureNames = (name: string, catalogue: string) =>
      measureRow(name, async () => {
        const file = join(folder, 'seed.json')
        writeFileSync(file, catalogue)
        // The lock file of a library stays, so each has another name.
        const time = async (createCommand: (database: string) => string[]) => {
          const database = join(folder, `seeded-${crypto.randomUUID()}.db`)
          const { seconds } = await measure(createCommand(database))
          rmSync(database)
          return seconds * 1000
        }
        const baseline = [process.execPath, 'bench/baseline/seed.ts', file]
        const times = await alternate(
          runs,
          () => time((database) => [programs.service, 'seed', file, '--database', database]),
          () => time((database) => [...baseline, database]),
          () => time((database) => [...baseline, database, 'plain']),
        )
        const [seconds, baselineTime, plainTime] = times.map(median) as [number, number, number] // one of each command
        const ratio = seconds / plainTime
        return [
          formatMs(seconds),
          formatMs(baselineTime),
          formatRatio(seconds / baselineTime),
          formatMs(plainTime),
          formatRatio(ratio),
          ...judge(ratio, atMost(1.8)),
        ]
      })
    const rows = [await measureNames('names of five scripts', generateCatalogue({ tracks: defaultSize }))]
    const columns = ['time', "the baseline's", 'ratio', "the plain one's", 'ratio', 'target', 'met']
    return [{ title: 'Seeding', about, columns, rows }]
  },
}
