/** How many connections the load generator keeps busy. */
export const connections = 32

/** How often each figure is measured; what is reported is the median. */
export const rounds = numberIn('BENCH_ROUNDS', 3)

/** How long one round lasts, in whole seconds. */
export const seconds = numberIn('BENCH_SECONDS', 2)

/** More requests than a server of today answers in one round. */
export const plenty = seconds * 100_000

function numberIn(name: string, otherwise: number) {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1.`)
  return value
}
