/** Listens for a signal. One that comes before `handle` is called waits for it. */
export const listenForSignal = (name: 'SIGHUP' | 'SIGUSR2') => {
  let isPending = false
  let onSignal = () => {
    isPending = true
  }
  process.on(name, () => onSignal())
  return {
    /** Calls a function at each signal. */
    handle(listener: () => void): void {
      onSignal = listener
      if (isPending) listener()
    },
  }
}
