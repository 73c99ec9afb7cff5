/** The exit codes of programs that these signals end. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 }

type StopSignal = keyof typeof exitCodes

/**
 * Runs an operation that changes nothing before its end. SIGINT and SIGTERM end the program and say so.
 * @param operation - gets a function to call once something has changed: from then on signals have their usual effect
 */
export const withStopMessage = async <T>(operation: (onChanged: () => void) => Promise<T>): Promise<T> => {
  const stop = (signal: StopSignal) => {
    console.error('music-library: Stopped. Nothing was changed.')
    process.exit(exitCodes[signal])
  }
  const removeListeners = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  const signals = Object.keys(exitCodes) as StopSignal[] // Object.keys has no better type.
  for (const signal of signals) process.on(signal, stop)
  try {
    return await operation(removeListeners)
  } finally {
    removeListeners()
  }
}
