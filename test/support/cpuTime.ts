import { readFileSync } from 'node:fs'

/** The kernel counts CPU time in hundredths of a second: `getconf CLK_TCK`. */
const tickMs = 10

/** The CPU time of a process that runs, of all its threads, in milliseconds. Only Linux tells it: elsewhere it is undefined. */
export const readCpuMs = (pid: number): number | undefined => {
  if (process.platform !== 'linux') return undefined
  // The name of the program comes before, in parentheses, and may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/**
 * Sends a signal to a process and waits for its end. Returns the CPU time that it has used since the signal, in
 * milliseconds. Unlike the time on a clock, it does not grow while the machine is busy with something else.
 */
export const endBySignal = async (child: Bun.Subprocess, signal: NodeJS.Signals): Promise<number> => {
  const before = readCpuMs(child.pid)
  child.kill(signal)
  await child.exited
  const total = Number(child.resourceUsage()?.cpuTime.total) / 1000
  return total - (before ?? total)
}
