import { join } from 'node:path'
import { type ApiRequest, fetchBody, formatRequest } from './http.ts'
import { connections } from './options.ts'
import { cpuTime } from './process.ts'
import type { Server } from './servers.ts'

export interface Load {
  /** Completed requests; those in flight at the end are not counted. */
  requests: number
  /** Requests per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** CPU time of the servers per request, in microseconds; NaN on a system without /proc. */
  cpu: number
}

interface Job {
  /** Sent in order, and again from the first. */
  requests: ApiRequest[]
  seconds: number
  /** How many connections are always busy. */
  connections: number
  /** For temporary files. */
  folder: string
}

/** Each server gets its part of the requests and connections. @throws when a request fails, since the figures would be wrong. */
export const runLoad = async (servers: Server[], job: Job): Promise<Load> => {
  const before = servers.map(({ pid }) => cpuTime(pid))
  const loads = await Promise.all(servers.map(({ url }, index) => runWrk(url, index, servers.length, job)))
  const cpu = sum(servers.map(({ pid }, index) => cpuTime(pid) - (before[index] ?? 0)))
  const failures = sum(loads.map((load) => load.failures))
  const requests = sum(loads.map((load) => load.requests))
  if (failures > 0) throw new Error(`${failures} of ${requests} requests failed`)
  return {
    requests,
    rate: sum(loads.map(({ requests, microseconds }) => (requests / microseconds) * 1e6)),
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    cpu: cpu / requests,
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** What bench/wrk.lua prints. */
interface WrkResult {
  requests: number
  microseconds: number
  p50: number
  p99: number
  /** Responses with an error status, and requests without a response. */
  failures: number
}

/** Uses one thread: it sends more than one server can take, and leaves the other cores to the server. */
const runWrk = async (url: string, index: number, count: number, job: Job): Promise<WrkResult> => {
  if (!Bun.which('wrk')) throw new Error('The load needs wrk. Install: apt-get install wrk')
  const { seconds, folder } = job
  const file = join(folder, `requests-${index}`)
  const requests = count === 1 ? job.requests : job.requests.filter((_, position) => position % count === index)
  await Bun.write(file, requests.map((request) => formatRequest(url, request)).join('\0'))
  const share = Math.ceil((job.connections - index) / count)
  const options = ['--threads', '1', '--connections', `${share}`, '--duration', `${seconds}s`, '--timeout', '20s']
  const child = Bun.spawn(['wrk', ...options, '--script', join(import.meta.dir, 'wrk.lua'), new URL(url).origin], {
    env: { ...process.env, BENCH_REQUESTS: file },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: (seconds + 60) * 1000,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`wrk failed: ${err || out}`)
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')
}

/** Sends each request once, on as many connections as a load has. */
export const sendAll = async ({ url }: Server, requests: ApiRequest[]) => {
  const queue = requests.values()
  const sendFromQueue = async () => {
    for (const request of queue) await fetchBody(url, request)
  }
  await Promise.all(Array.from({ length: connections }, sendFromQueue))
}
