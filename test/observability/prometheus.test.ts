import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { serveBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { emptyFolder } from '../support/folder.ts'
import { programPath } from '../support/packages.ts'
import { programTest } from '../support/programs.ts'

const promtool = (args: string[], stdin = '') => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([programPath('promtool'), ...args], {
    cwd: join(import.meta.dir, '../..'),
    stdin: Buffer.from(stdin),
  })
  return { code: exitCode, output: `${stdout}${stderr}` }
}

const startWithMetrics = async (args: string[]) => {
  const folder = emptyFolder()
  const server = await serveBinary(['--metrics-port', '0', ...args], { cwd: folder.path })
  await server.waitForOutput('/metrics\n')
  const metricsUrl = /Metrics at (\S+)/.exec(server.output)?.[1] ?? ''
  expect((await fetch(new URL('/api/tracks', server.url))).status).toBe(401)
  return {
    pid: server.pid,
    read: async () => (await fetch(metricsUrl)).text(),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

let shared: Awaited<ReturnType<typeof startWithMetrics>>
// The metric of this command is there only with one.
beforeAll(async () => {
  shared = await startWithMetrics(['--sample', '--backup-command', 'true'])
})
afterAll(() => shared[Symbol.asyncDispose]())

const readValue = (metrics: string, name: string) => {
  const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics) ?? []
  return value === undefined ? undefined : Number(value)
}

programTest('promtool')('the metrics have the names and descriptions that Prometheus expects', async () => {
  expect(promtool(['check', 'metrics'], await shared.read())).toEqual({ code: 0, output: '' })
})

test('a library in memory has no disk', async () => {
  await using server = await startWithMetrics(['--demo'])
  expect(readValue(await server.read(), 'music_library_disk_free_bytes')).toBeUndefined()
})

test('the metrics have the versions, the state and the disk of the library, values of the process that Bun fills in, and all that alerts read', async () => {
  const metrics = await shared.read()
  const build = /^music_library_build_info\{version="([^"]*)",bun="([^"]*)",sqlite="([^"]*)"\} 1$/m.exec(metrics)
  expect(build?.slice(1)).toEqual([version, Bun.version, expect.stringMatching(/^3\.\d+\.\d+$/)])
  expect(readValue(metrics, 'music_library_ready')).toBe(1)
  expect(metrics).not.toMatch(/node/i)
  for (const name of [
    'music_library_disk_free_bytes',
    'music_library_heap_bytes',
    'process_cpu_seconds_total',
    'process_max_fds',
    'process_open_fds',
    'process_resident_memory_bytes',
  ]) {
    const value = readValue(metrics, name)
    expect([name, value, Number(value) > 0]).toEqual([name, expect.any(Number), true])
  }
  expect(Math.abs(Date.now() / 1000 - Number(readValue(metrics, 'process_start_time_seconds')))).toBeLessThan(60)

  const rules = await Bun.file('deploy/prometheus-rules.yml').text()
  const named = new Set(rules.match(/\b(?:music_library|process)_\w+/g))
  expect([...named].filter((name) => readValue(metrics, name) === undefined)).toEqual([])
})

test('the metrics of the process are those of the system, and one that could not run for a time has a lag of its event loop', async () => {
  /** A field of proc_pid_stat(5). The first two, of which one is the name in brackets, are cut off. */
  const field = (n: number) =>
    Number(readFileSync(`/proc/${shared.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[n - 3])
  const cpuSeconds = () => (field(14) + field(15)) / 100
  const before = cpuSeconds()
  const metrics = await shared.read()
  const value = (name: string) => Number(readValue(metrics, `process_${name}`))
  const total = value('cpu_seconds_total')
  expect(total).toBeGreaterThan(before - 0.02)
  expect(total).toBeLessThan(cpuSeconds() + 0.02)
  expect(value('cpu_user_seconds_total') + value('cpu_system_seconds_total')).toBeCloseTo(total, 2)
  expect(Math.abs(value('virtual_memory_bytes') / field(23) - 1)).toBeLessThan(0.1)
  const limits = readFileSync(`/proc/${shared.pid}/limits`, 'utf8')
  expect(value('max_fds')).toBe(Number(/^Max open files +(\d+)/m.exec(limits)?.[1]))
  expect(Math.abs(value('open_fds') - readdirSync(`/proc/${shared.pid}/fd`).length)).toBeLessThan(5)

  const readSum = async () => Number(readValue(await shared.read(), 'music_library_event_loop_lag_seconds_sum'))
  const lag = await readSum()
  process.kill(shared.pid, 'SIGSTOP')
  await Bun.sleep(1_000)
  process.kill(shared.pid, 'SIGCONT')
  for (const end = Date.now() + maxMs(10_000); (await readSum()) < lag + 0.8; await Bun.sleep(50))
    if (Date.now() > end) throw new Error(`The lag is only ${await readSum()} seconds.`)
})

programTest('promtool')('the alerts are valid, and fire when they should', () => {
  expect(promtool(['check', 'rules', 'deploy/prometheus-rules.yml'])).toMatchObject({ code: 0 })
  const files = ['prometheusRules.yml', 'prometheusBackupRules.yml'].map((name) => `test/observability/${name}`)
  expect(promtool(['test', 'rules', ...files])).toMatchObject({ code: 0 })
})

programTest('jq')('the filter that an alert names finds errors between the lines of systemd', async () => {
  const rules = await Bun.file('deploy/prometheus-rules.yml').text()
  const filter = /\| (jq -R '[^']+')`/.exec(rules)?.[1] ?? ''
  const journal = 'Started music-library.service.\n{"level":"info","status":200}\n{"level":"info","status":507}\n'
  const { exitCode, stdout } = Bun.spawnSync(['sh', '-c', `${filter} --compact-output`], {
    stdin: Buffer.from(journal),
    env: process.env,
  })
  expect([exitCode, `${stdout}`]).toEqual([0, '{"level":"info","status":507}\n'])
})
