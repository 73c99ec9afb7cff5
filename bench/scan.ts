// Times a scan beside the import of beets: `bun run bench:scan [files]`, 10,000 by default.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateAudio, python } from './audio.ts'
import { measure, medianRun, type Run } from './measure.ts'
import { compileService } from './programs.ts'

const size = Number(process.argv[2] ?? 10_000)
const rounds = 3
const needed = { ffmpeg: 'ffmpeg', beet: 'beets', [python]: 'python3-mutagen' }

const missing = Object.keys(needed).filter((program) => !Bun.which(program))
if (missing.length > 0) {
  console.error(`This needs ${missing.join(', ')}. Install: apt-get install ${Object.values(needed).join(' ')}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
try {
  await compare(await compileService(folder), generateAudio(folder, size))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function compare(executable: string, music: string) {
  const scans: Run[] = []
  const imports: Run[] = []
  for (let round = 0; round < rounds; round++) {
    scans.push(await measure([executable, 'scan', music]))
    imports.push(await measure(beetImport(music, round)))
  }
  const [scan, beets] = [medianRun(scans), medianRun(imports)]
  const print = (name: string, { seconds, memory }: Run) =>
    console.log(`  ${name}  ${seconds.toFixed(1)} s  ${Math.round(memory / 1e6)} MB`)
  console.log(`${size} files, medians of ${rounds} runs`)
  print('scan                    ', scan)
  print('beet import -A -C -q    ', beets)
  console.log(`  scan takes ${(scan.seconds / beets.seconds).toFixed(3)} of the time of beets`)
}

/** An import into a library of its own, without changes to the files. */
function beetImport(music: string, round: number) {
  const library = join(folder, `beets-${round}.db`)
  const config = join(folder, 'beets.yaml')
  writeFileSync(config, `directory: ${join(folder, 'unused')}\nplugins: []\n`)
  return ['env', `BEETSDIR=${folder}`, 'beet', '-c', config, '-l', library, 'import', '-A', '-C', '-q', music]
}
