// Measures reads while the server backs itself up: `bun run bench:backup [tracks]`, 100,000 by default.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCatalogue } from '../src/seeding/generate/generateCatalogue.ts'
import { fetchBody, getRequest } from './http.ts'
import { adminEnv, logIn } from './library.ts'
import { measure, median, timeTask } from './measure.ts'
import { compileService } from './programs.ts'
import { startService } from './servers.ts'

const size = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
const database = join(folder, 'library.db')
const backups = join(folder, 'backups')
const rounds = 3

try {
  const executable = await compileService(folder)
  writeFileSync(join(folder, 'catalogue.json'), generateCatalogue({ tracks: size }))
  await measure([executable, 'seed', join(folder, 'catalogue.json'), '--database', database])
  await run(executable)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function run(executable: string) {
  const flags = ['--backup-every', '8s', '--backup-dir', backups]
  await using server = await startService(executable, database, { env: adminEnv, flags })
  const request = getRequest(await logIn(server), '/labels/1')
  const timeRead = () => timeTask(() => fetchBody(server.url, request))
  for (let n = 0; n < 2_000; n++) await timeRead()
  const idle: number[] = []
  const duringBackup: number[] = []
  for (let round = 0; round < rounds; round++) {
    idle.push(p99(await sample(timeRead, () => !backupInProgress(), 3_000)))
    while (!backupInProgress()) await Bun.sleep(5)
    duringBackup.push(p99(await sample(timeRead, backupInProgress, 60_000)))
  }
  const [idleP99, backupP99] = [median(idle), median(duringBackup)]
  console.log(`${size} tracks, medians of ${rounds} rounds, one read after another`)
  console.log(`  p99 of GET one label, idle             ${idleP99.toFixed(2)} ms`)
  console.log(
    `  p99 of GET one label, during a backup  ${backupP99.toFixed(2)} ms, ${(backupP99 / idleP99).toFixed(2)} × idle`,
  )
}

/** A backup is written to a .part file and renamed when it is complete. */
function backupInProgress() {
  try {
    return readdirSync(backups).some((name) => name.includes('.part'))
  } catch {
    return false
  }
}

/** Times reads, one after another, while a condition holds and for at most `maxMs`. */
async function sample(timeRead: () => Promise<number>, condition: () => boolean, maxMs: number) {
  const times: number[] = []
  const end = performance.now() + maxMs
  while (performance.now() < end && condition()) times.push(await timeRead())
  return times
}

function p99(times: number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
