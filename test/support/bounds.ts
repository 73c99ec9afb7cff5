/** How much slower this machine is than the one on which the bounds were chosen, from 1 on. `test/run.ts` measures it at the start. */
const slowness = Number(process.env.TEST_SLOWNESS ?? 1)

/**
 * A bound on a time in milliseconds that only a failure reaches, on any machine. Tests wait for a state, and give up after it.
 * @param ms - the bound for an idle machine with two cores
 */
export const maxMs = (ms: number): number => Math.round(ms * slowness)

/** What is measured: so many processes at once that start, and hash a password. */
const processes = 8
const script = "Bun.password.hashSync('correct horse')"

/** How long that takes on an idle machine with two cores, in milliseconds. */
const referenceMs = 640

/** Beyond this, a run that fails would take too long to say so. */
const maxSlowness = 20

/** @returns the slowness, for the variable of the processes that run tests */
export const measureSlowness = async (): Promise<number> => {
  const start = performance.now()
  const run = () => Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] }).exited
  await Promise.all(Array.from({ length: processes }, run))
  const ratio = (performance.now() - start) / referenceMs
  return Math.min(maxSlowness, Math.max(1, ratio))
}
