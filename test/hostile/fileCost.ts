import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../support/binary.ts'
import { numbered, repeat, type Shape } from './largestInputs.ts'

// What commands cost that read a file in shapes that are expensive for its reader. Catalogue files are among the largest inputs of requests.

const csv: [name: string, Shape][] = [
  ['one long header', (bytes) => repeat('a', bytes)],
  ['one header many times', (bytes) => repeat('title,', bytes)],
  ['distinct headers', (bytes) => numbered(bytes, (index) => `h${index}`)],
  ['an open quote', (bytes) => `title,path\n"${repeat('a', bytes)}`],
  ['empty lines', (bytes) => repeat('\n', bytes)],
  ['empty rows', (bytes) => `title,path\n${repeat(',\n', bytes)}`],
  ['one row many times', (bytes) => `title,path\n${repeat('So What,/so-what.flac\n', bytes)}`],
  ['distinct rows', (bytes) => `title,path,artists\n${numbered(bytes, (n) => `Track ${n},/${n},Artist ${n}`, '\n')}`],
  ['many artists', (bytes) => `title,path,artists\nSo What,/a,"${numbered(bytes, (n) => `Artist ${n}`, ';')}"`],
]

const accounts: [name: string, Shape][] = [
  ['nested arrays', (bytes) => `{"accounts":${repeat('[', bytes)}`],
  [
    'distinct accounts',
    (bytes) => `{"accounts":[${numbered(bytes, (n) => `{"name":"n","email":"u${n}@example.com"}`)}]}`,
  ],
  ['one account many times', (bytes) => `{"accounts":[${repeat('{"name":"n","email":"u@example.com"},', bytes)}{}]}`],
  ['many likes', (bytes) => `{"accounts":[{"email":"u@example.com","likes":[${numbered(bytes, (n) => `"/${n}"`)}]}]}`],
]

const toml: [name: string, Shape][] = [
  ['nested arrays', (bytes) => `a=${repeat('[', bytes)}`],
  ['nested tables', (bytes) => `a=${repeat('{a=', bytes)}`],
  ['dotted keys', (bytes) => `${repeat('a.', bytes)}b=1`],
  ['distinct keys', (bytes) => numbered(bytes, (n) => `k${n}=1`, '\n')],
  ['one key many times', (bytes) => repeat('port=1\n', bytes)],
  ['distinct tables', (bytes) => numbered(bytes, (n) => `[t${n}]`, '\n')],
]

/** The commands that read a file, and its largest size in this test, in bytes. */
const readers: { args: string[]; bytes: number; shapes: [name: string, Shape][] }[] = [
  { args: ['seed', '--dry-run', 'file'], bytes: 16_000_000, shapes: accounts },
  { args: ['import', 'file'], bytes: 4_000_000, shapes: csv },
  { args: ['config', '--config', 'file'], bytes: 65_000, shapes: toml },
]

const timeoutMs = 60_000
/** How many times as much CPU time a file may cost that is twice as large. */
const maxFactor = 2.6
/** Below, most of the CPU time is that of the start. */
const minCpuMs = 300

const run = async (folder: string, args: string[], text: string) => {
  writeFileSync(join(folder, 'file'), text)
  const child = Bun.spawn([await binary(), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: timeoutMs,
  })
  const errors = await child.stderr.text()
  await child.exited
  return { errors, signal: child.signalCode, cpuMs: Number(child.resourceUsage()?.cpuTime.total) / 1000 }
}

/** @returns what reading files in these shapes costs too much, as sentences */
export const findExpensiveFiles = async (folder: string): Promise<string[]> => {
  const failures: string[] = []
  for (const { args, bytes, shapes } of readers) {
    for (const [name, create] of shapes) {
      const all = await run(folder, args, create(bytes))
      const half = all.cpuMs < minCpuMs ? all : await run(folder, args, create(bytes / 2))
      const problems = [
        all.signal && `it took longer than ${timeoutMs / 1000} s`,
        /\n\s+at /.test(all.errors) && 'it printed a stack trace',
        all.cpuMs > maxFactor * half.cpuMs &&
          `half of it costs ${half.cpuMs} ms of CPU time, and all of it ${all.cpuMs} ms`,
      ]
      failures.push(...problems.filter(Boolean).map((problem) => `${args.join(' ')}, ${name}: ${problem}`))
    }
  }
  return failures
}
