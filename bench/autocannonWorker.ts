// Runs one load job with autocannon and prints the resulting Load as JSON: bun bench/autocannonWorker.ts <job file>
import { type ApiRequest, headersOf } from './http.ts'
import type { Job, Load } from './job.ts'

interface Client {
  setRequests(requests: object[]): void
}

const autocannon = (await import('autocannon' as string)).default // the package has no types; the cast skips their lookup
const { url, requests, seconds, connections }: Job = await Bun.file(process.argv[2] ?? '').json()
const { origin, pathname } = new URL(url)

const toAutocannon = (request: ApiRequest) => ({
  method: request.method,
  path: `${pathname}${request.path}`,
  headers: headersOf(request),
  ...(request.body === undefined ? {} : { body: request.body }),
})
// autocannon builds every request before it starts, and sends fewer than this per second.
const prepared = requests.slice(0, seconds * 20_000).map(toAutocannon)

let clients = 0
/** Gives each connection its own share of the requests. By default every connection sends all of them. */
const setupClient = (client: Client) => {
  const connection = clients++ % connections
  const share = prepared.filter((_, index) => index % connections === connection)
  client.setRequests(share.length > 0 ? share : prepared)
}

const times: number[] = []
let bytes = 0
let errorResponses = 0
const run = autocannon({ url: origin, connections, duration: seconds, timeout: 20, setupClient })
run.on('response', (_client: Client, status: number, size: number, milliseconds: number) => {
  times.push(milliseconds)
  bytes += size
  if (status > 399) errorResponses++
})
const { duration, errors } = await run

times.sort((a, b) => a - b)
const percentile = (fraction: number) => times[Math.min(times.length - 1, Math.floor(times.length * fraction))] ?? 0
const load: Load = {
  requests: times.length,
  rate: times.length / duration,
  p50: percentile(0.5),
  p99: percentile(0.99),
  bytes,
  failures: errorResponses + errors,
}
console.log(JSON.stringify(load))
