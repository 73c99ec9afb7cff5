import { maxMs } from './bounds.ts'

export interface Result {
  code: number
  out: string
  err: string
}

interface RunOptions {
  env?: Record<string, string>
  /** The process is killed after this time. */
  timeoutMs?: number
}

/** Runs a program until it exits. Its only variables are PATH, HOME and those given. */
export const run = async (
  command: string[],
  cwd: string,
  { env = {}, timeoutMs = maxMs(60_000) }: RunOptions = {},
): Promise<Result> => {
  const { PATH = '', HOME = '' } = process.env
  const child = Bun.spawn(command, {
    cwd,
    env: { PATH, HOME, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

/** Runs a program that must succeed. @returns what it prints */
export const runOk = async (command: string[], cwd: string, options?: RunOptions): Promise<string> => {
  const { code, out, err } = await run(command, cwd, options)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${out}${err}`)
  return out
}
