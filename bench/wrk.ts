import { join } from 'node:path'
import { type Call, headersOf } from './http.ts'
import type { Generator } from './load.ts'

/** One thread: it sends far more than one server answers, and leaves it the other cores. */
export const wrk: Generator = async ({ url, calls, seconds, connections, folder }) => {
  const { origin, host, pathname } = new URL(url)
  const requests = join(folder, 'requests')
  await Bun.write(requests, calls.map((call) => wire(call, host, pathname)).join('\0'))
  const options = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`, '--timeout', '20s']
  const child = Bun.spawn(['wrk', ...options, '--script', join(import.meta.dir, 'wrk.lua'), origin], {
    env: { ...process.env, BENCH_REQUESTS: requests },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: (seconds + 60) * 1000,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`wrk failed: ${err || out}`)
  const { microseconds, ...load } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')
  return { ...load, rate: (load.requests / microseconds) * 1e6 }
}

/** The request as it goes over the wire. */
const wire = (call: Call, host: string, base: string) => {
  const { method, path, body } = call
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body ?? '')) }
  const headers = Object.entries({ host, ...headersOf(call), ...length })
  return `${method} ${base}${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`
}
