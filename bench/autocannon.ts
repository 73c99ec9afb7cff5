import { join } from 'node:path'
import type { Generator } from './job.ts'

/** For machines without wrk. It runs in its own process, so that generating the load does not delay this one. */
export const autocannon: Generator = async (job) => {
  const file = join(job.folder, 'job.json')
  await Bun.write(file, JSON.stringify(job))
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'autocannonWorker.ts'), file], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: (job.seconds + 60) * 1000,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`autocannon failed: ${err || out}`)
  return JSON.parse(out)
}
