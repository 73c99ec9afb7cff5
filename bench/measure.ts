export interface Run {
  seconds: number
  /** Peak resident set size, in bytes. */
  memory: number
}

/** Runs a command to its end, for at most ten minutes. @throws when it fails. */
export const measure = async (command: string[]): Promise<Run> => {
  const start = performance.now()
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe', timeout: 600_000 })
  const [code, err] = await Promise.all([child.exited, child.stderr.text()])
  const seconds = (performance.now() - start) / 1000
  if (code !== 0) throw new Error(`${command.join(' ')} failed: ${err}`)
  return { seconds, memory: child.resourceUsage()?.maxRSS ?? 0 }
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

export const medianRun = (runs: Run[]): Run => ({
  seconds: median(runs.map(({ seconds }) => seconds)),
  memory: median(runs.map(({ memory }) => memory)),
})

/** How long a task takes, in milliseconds. */
export const timeTask = async (task: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await task()
  return performance.now() - start
}
