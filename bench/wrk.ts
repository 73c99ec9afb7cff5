import { join } from 'node:path'
import type { Generator } from './load.ts'
import { wire } from './wire.ts'

/** One thread: it sends far more than one server answers, and leaves it the other cores. */
export const wrk: Generator = async ({ url, calls, seconds, connections, folder }) => {
  const requests = join(folder, 'requests')
  await Bun.write(requests, calls.map((call) => wire(url, call)).join('\0'))
  const options = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`, '--timeout', '20s']
  const child = Bun.spawn(['wrk', ...options, '--script', join(import.meta.dir, 'wrk.lua'), new URL(url).origin], {
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
