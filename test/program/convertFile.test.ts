import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { convertInProcess } from '../../src/console/api/seeding/convert.ts'
import { startChild } from '../../src/program/childCommands.ts'
import { binary, runBinary } from '../support/binary.ts'
import { createCliFolder } from '../support/cliFolder.ts'
import { executableCommands } from '../support/commands.ts'
import { rejection } from '../support/database.ts'
import { amount } from '../support/longForm.ts'
import { programPath } from '../support/packages.ts'
import { programTest } from '../support/programs.ts'
import { mayMount, mountTmpfs } from '../support/tmpfs.ts'

const createTable = (count: number) =>
  Buffer.from(
    `Title,Path,Artist,Album\n${Array.from(
      { length: count },
      (_, n) => `Track ${n},music/${n}.flac,Artist ${n % 1_000},Album ${n % 9_000}\n`,
    ).join('')}`,
  )

const startConversion = async (table: Uint8Array) =>
  startChild(['convert-file', `--size=${table.length}`], { program: [await binary()], input: table })

const peakBytes = (pid: number) => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

test('the memory of a conversion grows little with the table', async () => {
  // 345,000 rows are 18 MB.
  const child = await startConversion(createTable(amount(60_000, 345_000)))
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakBytes(child.pid))
  }, 20)
  let bytes = 0
  for await (const chunk of child.stdout) bytes += chunk.length
  clearInterval(timer)
  expect(bytes).toBeGreaterThan(amount(8_000_000, 47_000_000))
  expect(peak).toBeGreaterThan(30_000_000)
  expect(peak).toBeLessThan(amount(120_000_000, 150_000_000))
})

test('a conversion ends when its standard input closes, whatever it does', async () => {
  const child = await startConversion(createTable(30_000))
  await child.stdin?.end()
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
})

test('a file that does not fit is an error that says what to do', async () => {
  const { stream } = await executableCommands()
  const limits = { cpuSeconds: 60, seconds: 120, memoryBytes: 40_000_000 }
  const convert = (onChild: () => void) =>
    convertInProcess(
      createTable(30_000),
      {},
      {
        stream: (args, options) => {
          onChild()
          return stream(args, { ...options, limits })
        },
      },
    )
  expect(String(await rejection(convert(() => {})))).toContain(
    `The file can't be converted here. Reading it takes more than 40 MB of memory. Divide it into smaller files, or import it with the command "music-library seed FILE"`,
  )
})

programTest('pgrep')('so is a conversion that the system has ended', async () => {
  const { stream } = await executableCommands()
  const table = createTable(30_000)
  const reading = (async () => {
    for await (const _ of stream(['convert-file', `--size=${table.length}`], { input: table }));
  })()
  const failure = rejection(reading)
  let child = ''
  while (child === '')
    child = Bun.spawnSync([programPath('pgrep'), '-P', `${process.pid}`, '-f', 'convert-file'])
      .stdout.toString()
      .trim()
  process.kill(Number(child), 'SIGKILL')
  expect(String(await failure)).toContain('The system has ended it: memory may have run out.')
})

test.skipIf(!mayMount)('a temporary folder that is full is an error that says what to set', async () => {
  using folder = createCliFolder({ 'tracks.csv': createTable(10_000) })
  const disk = folder.pathOf('disk')
  mkdirSync(disk)
  using _mounted = mountTmpfs(disk, 200_000)
  const { code, err } = await runBinary(['import', 'tracks.csv'], { cwd: folder.path, env: { TMPDIR: disk } })
  expect([code, err]).toEqual([1, expect.stringContaining("Rows are kept in a temporary file, which can't be written")])
  expect(err).toContain('Set TMPDIR to a folder with room')
})

/** What ProtectProc=, ProcSubset=, ProtectControlGroups=, NoNewPrivileges= and CapabilityBoundingSet= of the unit do. */
const sandbox = `
  mount -t proc -o subset=pid,hidepid=invisible proc /proc
  mount --bind -o ro /sys/fs/cgroup /sys/fs/cgroup
  exec "$0" --no-new-privs --bounding-set -all "$@"`

if (mayMount)
  programTest('setpriv')(
    'the sandbox of the unit lets a child read its cgroup, and raise its oom_score_adj',
    async () => {
      const command = ['sh', '-c', 'cat /proc/self/cgroup >&2; exec "$0" convert-file', await binary()]
      const child = Bun.spawn(
        ['unshare', '--mount', '--pid', '--fork', 'sh', '-euc', sandbox, programPath('setpriv'), ...command],
        {
          ...{ stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' },
        },
      )
      child.stdin.write('Title,Path\nT,a\n')
      await child.stdin.flush()
      const inner = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
      while (inner() === '') await Bun.sleep(5)
      while (readFileSync(`/proc/${inner()}/oom_score_adj`, 'utf8').trim() !== '1000') await Bun.sleep(5)
      child.stdin.end()
      expect(await child.stdout.text()).toContain('"rowCount":1')
      expect(await child.stderr.text()).toMatch(/^\d+:/m)
    },
  )
