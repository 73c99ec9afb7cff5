// Runs one job of autocannon: bun bench/cannon.ts <file with the job>; prints the load that came of it as JSON.
import { type Call, headersOf } from './http.ts'
import type { Job, Load } from './load.ts'

interface Client {
  setRequests(requests: object[]): void
}

const autocannon = (await import('autocannon' as string)).default // it comes without types
const { url, calls, seconds, connections }: Job = await Bun.file(process.argv[2] ?? '').json()
const { origin, pathname } = new URL(url)

const asRequest = (call: Call) => ({
  method: call.method,
  path: `${pathname}${call.path}`,
  headers: headersOf(call),
  ...(call.body === undefined ? {} : { body: call.body }),
})
// It builds each request before it starts, and doesn't send more of them than that.
const requests = calls.slice(0, seconds * 20_000).map(asRequest)

let clients = 0
/** Each connection gets every so-manieth request: by itself each would send all of them, and so the same. */
const setupClient = (client: Client) => {
  const first = clients++ % connections
  const own = requests.filter((_, at) => at % connections === first)
  client.setRequests(own.length > 0 ? own : requests)
}

const times: number[] = []
let bytes = 0
let refused = 0
const run = autocannon({ url: origin, connections, duration: seconds, timeout: 20, setupClient })
run.on('response', (_client: Client, status: number, size: number, milliseconds: number) => {
  times.push(milliseconds)
  bytes += size
  if (status > 399) refused++
})
const { duration, errors } = await run

times.sort((a, b) => a - b)
const percentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const load: Load = {
  requests: times.length,
  rate: times.length / duration,
  p50: percentile(0.5),
  p99: percentile(0.99),
  bytes,
  failures: refused + errors,
}
console.log(JSON.stringify(load))
