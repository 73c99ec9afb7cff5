import { join } from 'node:path'
import { seconds } from './options.ts'
import type { Server } from './servers.ts'

/** Starts a script of this folder with Bun. It is killed after a time, so that it does not outlive a failed run by long. */
export const startScript = (name: string, args: string[], timeoutMs: number) =>
  Bun.spawn([process.execPath, join('bench', name), ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
  })

/** The JSON of the last line that a script prints. */
export const readResult = async <Result>(child: ReturnType<typeof startScript>): Promise<Result> => {
  const [text, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(err.trim().split('\n').at(-1) ?? 'the script failed')
  return JSON.parse(text.trim().split('\n').at(-1) ?? '')
}

export const probeSeconds = 2 * seconds

/** Requests one label every 5 ms from a process of its own. @returns milliseconds */
export const probe = ({ url }: Server, token: string): Promise<{ p99: number; max: number }> =>
  readResult(startScript('probe.ts', [url, token, String(probeSeconds)], (probeSeconds + 60) * 1000))
