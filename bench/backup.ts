// How reading fares while the server backs itself up: `bun run bench:backup [tracks]`, 100,000 by default.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueOf } from './catalogue.ts'
import { measure, median } from './measure.ts'

const size = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'music-library-bench-'))
const program = join(folder, 'music-library')
const database = join(folder, 'library.db')
const backups = join(folder, 'backups')
const rounds = 3
const json = { 'content-type': 'application/json' }

try {
  await measure([process.execPath, 'scripts/build.ts', program])
  writeFileSync(join(folder, 'catalogue.json'), catalogueOf(size))
  await measure([program, 'seed', join(folder, 'catalogue.json'), '--database', database])
  await run()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function run() {
  const credentials = { email: 'admin@example.com', password: 'correct horse' }
  const server = Bun.spawn(
    [program, 'serve', '--port', '0', '--database', database, '--backup-every', '8s', '--backup-dir', backups],
    {
      env: { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password },
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  try {
    const url = await urlOf(server.stdout)
    const { token } = (await (
      await fetch(`${url}/login`, { method: 'POST', headers: json, body: JSON.stringify(credentials) })
    ).json()) as { token: string }
    const read = () => timed(`${url}/labels/1`, token)
    for (let n = 0; n < 2_000; n++) await read()
    const idle: number[] = []
    const during: number[] = []
    for (let round = 0; round < rounds; round++) {
      // A file under way is a backup under way.
      const quiet = await sample(read, () => !underWay(), 3_000)
      idle.push(p99(quiet))
      while (!underWay()) await Bun.sleep(5)
      during.push(p99(await sample(read, underWay, 60_000)))
    }
    const [before, meanwhile] = [median(idle), median(during)]
    console.log(`${size} tracks, medians of ${rounds} rounds, one read after another`)
    console.log(`  p99 of GET one label, idle             ${before.toFixed(2)} ms`)
    console.log(
      `  p99 of GET one label, during a backup  ${meanwhile.toFixed(2)} ms, ${(meanwhile / before).toFixed(2)} × idle`,
    )
  } finally {
    server.kill('SIGKILL')
    await server.exited
  }
}

function underWay() {
  try {
    return readdirSync(backups).some((name) => name.includes('.part'))
  } catch {
    return false
  }
}

/** Milliseconds of one read after another, while something goes on and for at most so long. */
async function sample(read: () => Promise<number>, goesOn: () => boolean, most: number) {
  const times: number[] = []
  const end = performance.now() + most
  while (performance.now() < end && goesOn()) times.push(await read())
  return times
}

async function timed(url: string, token: string) {
  const start = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  if (response.status !== 200) throw new Error(`answered ${response.status}`)
  return performance.now() - start
}

function p99(times: number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

async function urlOf(out: ReadableStream<Uint8Array>) {
  let text = ''
  for await (const piece of out) {
    text += new TextDecoder().decode(piece)
    const url = /Listening on ([^\s"]+)[\s"]/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error('The server did not start.')
}
