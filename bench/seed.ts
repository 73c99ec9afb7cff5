// Times seeding against its baseline, in turn: `bun run bench:seed [tracks …]`, 10,000 and 100,000 by default.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueOf } from './catalogue.ts'
import { measure, typical } from './measure.ts'

const sizes = process.argv.slice(2).map(Number)
const rounds = 3
const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
const program = join(folder, 'music-library')
const megabytes = (bytes: number) => Math.round(bytes / 1e6)

try {
  await measure([process.execPath, 'scripts/build.ts', program])
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await compare(size)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compare(size: number) {
  const file = join(folder, `${size}.json`)
  writeFileSync(file, catalogueOf(size))
  const bytes = Bun.file(file).size
  const runs = { baseline: [], first: [], again: [] } as Record<string, Awaited<ReturnType<typeof measure>>[]>
  for (let round = 0; round < rounds; round++) {
    const [ours, theirs] = [join(folder, `${size}-${round}.db`), join(folder, `${size}-${round}-baseline.db`)]
    const seed = [program, 'seed', file, '--database', ours]
    runs.baseline?.push(await measure([process.execPath, 'bench/baseline/seed.ts', file, theirs]))
    runs.first?.push(await measure(seed))
    runs.again?.push(await measure(seed))
    for (const path of [ours, theirs]) rmSync(path)
  }
  const [baseline, first, again] = [typical(runs.baseline ?? []), typical(runs.first ?? []), typical(runs.again ?? [])]
  const allowed = 6 * bytes + 150e6
  console.log(`${size} tracks, a file of ${megabytes(bytes)} MB, medians of ${rounds} runs`)
  console.log(`  baseline          ${baseline.seconds.toFixed(2)} s  ${megabytes(baseline.memory)} MB`)
  const row = (name: string, { seconds, memory }: typeof first) =>
    console.log(
      `  ${name}  ${seconds.toFixed(2)} s  ${megabytes(memory)} MB  ${(seconds / baseline.seconds).toFixed(2)} × the baseline, ${(memory / allowed).toFixed(2)} of the memory allowed`,
    )
  row('seeding         ', first)
  row('seeding it again', again)
}
