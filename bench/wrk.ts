import { join } from 'node:path'
import type { Generator } from './job.ts'
import { formatRequest } from './rawConnection.ts'

/** Uses one thread: it sends more than one server can take, and leaves the other cores to the server. */
export const wrk: Generator = async ({ url, requests, seconds, connections, folder }) => {
  const file = join(folder, 'requests')
  await Bun.write(file, requests.map((request) => formatRequest(url, request)).join('\0'))
  const options = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`, '--timeout', '20s']
  const child = Bun.spawn(['wrk', ...options, '--script', join(import.meta.dir, 'wrk.lua'), new URL(url).origin], {
    env: { ...process.env, BENCH_REQUESTS: file },
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
