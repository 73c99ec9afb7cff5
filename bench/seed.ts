// Times seeding and its baseline, in turn: `bun run bench:seed [tracks …]`, 10,000 and 100,000 by default, and accounts.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCatalogue } from '../src/seeding/generate/generateCatalogue.ts'
import { generateAccounts } from './accounts.ts'
import { measure, medianRun, type Run } from './measure.ts'
import { compileService } from './programs.ts'

const sizes = process.argv.slice(2).map(Number)
const rounds = 3
const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
const toMegabytes = (bytes: number) => Math.round(bytes / 1e6)

try {
  const executable = await compileService(folder)
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await compare(executable, size)
  await compareAccounts(executable)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compare(executable: string, size: number) {
  const file = join(folder, `${size}.json`)
  writeFileSync(file, generateCatalogue({ tracks: size }))
  const baselineRuns: Run[] = []
  const firstRuns: Run[] = []
  const repeatedRuns: Run[] = []
  for (let round = 0; round < rounds; round++) {
    const database = join(folder, `${size}-${round}.db`)
    const baselineDatabase = join(folder, `${size}-${round}-baseline.db`)
    const seed = [executable, 'seed', file, '--database', database]
    baselineRuns.push(await measure([process.execPath, 'bench/baseline/seed.ts', file, baselineDatabase]))
    firstRuns.push(await measure(seed))
    repeatedRuns.push(await measure(seed))
    for (const path of [database, baselineDatabase]) rmSync(path)
  }
  printRuns(`${size} tracks`, file, { baselineRuns, firstRuns, repeatedRuns })
}

async function compareAccounts(executable: string) {
  const { catalogue, accounts } = generateAccounts(50, 250)
  const file = join(folder, 'accounts.json')
  const catalogueFile = join(folder, 'liked.json')
  const library = join(folder, 'liked.db')
  writeFileSync(file, accounts, { mode: 0o600 })
  writeFileSync(catalogueFile, catalogue)
  await measure([executable, 'seed', catalogueFile, '--database', library])
  const baselineRuns: Run[] = []
  const firstRuns: Run[] = []
  const repeatedRuns: Run[] = []
  for (let round = 0; round < rounds; round++) {
    const database = join(folder, `liked-${round}.db`)
    const baselineDatabase = join(folder, `liked-${round}-baseline.db`)
    for (const path of [database, baselineDatabase]) copyFileSync(library, path)
    const seed = [executable, 'seed', file, '--database', database]
    baselineRuns.push(await measure([process.execPath, 'bench/baseline/seedAccounts.ts', file, baselineDatabase]))
    firstRuns.push(await measure(seed))
    repeatedRuns.push(await measure(seed))
  }
  printRuns('50 accounts with 250 likes each', file, { baselineRuns, firstRuns, repeatedRuns })
}

interface Runs {
  baselineRuns: Run[]
  firstRuns: Run[]
  repeatedRuns: Run[]
}

function printRuns(records: string, file: string, { baselineRuns, firstRuns, repeatedRuns }: Runs) {
  const bytes = Bun.file(file).size
  const baseline = medianRun(baselineRuns)
  const maxMemory = 6 * bytes + 150e6
  console.log(`${records}, a file of ${toMegabytes(bytes)} MB, medians of ${rounds} runs`)
  console.log(`  baseline          ${baseline.seconds.toFixed(2)} s  ${toMegabytes(baseline.memory)} MB`)
  const print = (name: string, { seconds, memory }: Run) =>
    console.log(
      `  ${name}  ${seconds.toFixed(2)} s  ${toMegabytes(memory)} MB  ${(seconds / baseline.seconds).toFixed(2)} × the baseline, ${(memory / maxMemory).toFixed(2)} of the memory allowed`,
    )
  print('seeding         ', medianRun(firstRuns))
  print('seeding it again', medianRun(repeatedRuns))
}
