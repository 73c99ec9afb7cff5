import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { generateCatalogue } from '../../src/seeding/generate/generateCatalogue.ts'
import { binary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { endBySignal } from '../support/cpuTime.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount, everyNth, isLongForm } from '../support/longForm.ts'
import { runInTerminal } from '../support/terminal.ts'

const bytes = amount(3_000_000, 20_000_000)

/** Repeats a text until it has this size. */
const fill = (item: string, separator = ',') =>
  Array.from({ length: Math.floor(bytes / (item.length + separator.length)) }, () => item).join(separator)

const tracks = Array.from(
  { length: amount(60_000, 250_000) },
  (_, n) => `\n{"title":"Track ${n}","file_path":"folder/of/album/${n}.flac","duration_seconds":${n % 600}}`,
).join(',')

/** The peak memory of a process on Linux, in bytes; 0 elsewhere. The resource usage of a child has that of its parent, too. */
const peakMemory = async (child: Bun.Subprocess) => {
  let peak = 0
  for (;;) {
    const status = Bun.file(`/proc/${child.pid}/status`)
    const text = await status.text().catch(() => '')
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(text)?.[1]
    if (child.exitCode !== null || kilobytes === undefined) return peak
    peak = Number(kilobytes) * 1024
    await Bun.sleep(5)
  }
}

const start = async (folder: string, ...args: string[]) =>
  Bun.spawn([await binary(), ...args], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: maxMs(60_000),
  })

/** Starts a seed of a file. */
const startSeed = (folder: string, text: string) => {
  writeFileSync(join(folder, 'catalogue.json'), text)
  return start(folder, 'seed', 'catalogue.json', '--new', '--quiet')
}

const files: readonly (readonly [name: string, text: string])[] = [
  ['empty objects', `{"tracks":[${fill('{}')}]}`],
  ['one very deep value', `{"tracks":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`],
  ['one entry with very many items', `{"tracks":[{"title":"a","file_path":"b","artists":[${fill('1')}]}]}`],
  ['one entry with very many members', `{"tracks":[{"title":"a","file_path":"b",${fill('"c":1')}}]}`],
  [
    'entries with four problems each',
    `{"tracks":[${fill('{"title":"","file_path":5,"duration_seconds":"x","a":1}')}]}`,
  ],
  ['unknown members of the file', `{${fill('"a":[]')}}`],
  ['a very long text', `{"labels":[{"name":"${'x'.repeat(bytes)}"}]}`],
  ['a syntax error at the end', `{"tracks":[${tracks}`],
  ['accounts that are numbers', `{"accounts":[${fill('1')}]}`],
  ['accounts with problems', `{"accounts":[${fill('{"email":"a","likes":[{"k":1},5]}')}]}`],
]

test.each(everyNth(files, 4))(
  'a large file with %s is rejected within six times its size and 150 MB',
  async (_, text) => {
    using folder = emptyFolder()
    const child = await startSeed(folder.path, text)
    const peak = peakMemory(child)
    expect([await child.exited, await child.stderr.text()]).toEqual([
      1,
      expect.stringMatching(/problems?\. No library was made\.\n$/),
    ])
    expect(await peak).toBeLessThan(6 * text.length + 150e6)
  },
)

test('a seed that changes each record takes 40 MB more than that at most, and undoing it 420 MB', async () => {
  using folder = emptyFolder()
  const text = generateCatalogue({ tracks: amount(12_000, 100_000) })
  const catalogue: { tracks: { duration_seconds?: number }[] } = JSON.parse(text)
  for (const track of catalogue.tracks) track.duration_seconds = (track.duration_seconds ?? 0) + 1
  for (const content of [text, JSON.stringify(catalogue)]) {
    const child = await startSeed(folder.path, content)
    const peak = peakMemory(child)
    expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
    expect(await peak).toBeLessThan(6 * text.length + 190e6)
  }
  if (!isLongForm) return
  // The entries of the first seed are one for all, and one for each of five sections.
  const child = await start(folder.path, 'undo', '7', '--yes')
  const peak = peakMemory(child)
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
  expect(await peak).toBeLessThan(420e6)
})

/** Waits until a process handles a signal, as Linux says. */
const untilHandled = async ({ pid }: Bun.Subprocess, signal: 'SIGINT' | 'SIGTERM') => {
  const bit = 1n << BigInt(constants.signals[signal] - 1)
  const readHandled = async () =>
    BigInt(`0x${/SigCgt:\s*(\w+)/.exec(await Bun.file(`/proc/${pid}/status`).text())?.[1]}`)
  while (((await readHandled()) & bit) === 0n) await Bun.sleep(5)
}

// The first is sent as soon as the program handles the signal, and the last while it writes.
const stops = [0, 200, 600, 1_400].flatMap((delay) => [
  { signal: 'SIGINT', code: 130, delay } as const,
  { signal: 'SIGTERM', code: 143, delay } as const,
])

test.each(everyNth(stops, 5))(
  '$signal ends a seed within a second after $delay ms, with exit code $code, and changes nothing',
  async ({ signal, code, delay }) => {
    using folder = emptyFolder()
    const child = await startSeed(folder.path, `{"tracks":[${tracks}]}`)
    await untilHandled(child, signal)
    await Bun.sleep(delay)
    expect(await endBySignal(child, signal)).toBeLessThan(1_000)
    expect([child.exitCode, await child.stderr.text()]).toEqual([
      code,
      expect.stringContaining('music-library: Stopped. Nothing was changed.\n'),
    ])
  },
)

test('a terminal without a width gets no progress bar', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'catalogue.json'), '{"labels":[{"name":"a"}]}')
  const { code, display } = await runInTerminal(['seed', 'catalogue.json', '--new'], folder.path, [], 0)
  expect([code, display]).toEqual([0, expect.stringMatching(/labels +1 created/)])
  expect(display).not.toContain('Seeding')
})
