interface RepeaterOptions {
  run(): Promise<void>
  /** How long a request waits for others, in milliseconds. */
  delayMs(): number
  onError(error: unknown): void
}

/** Runs work when it is requested, one run at a time. A request during a run leads to another one. */
export const createRepeater = ({ run, delayMs, onError }: RepeaterOptions) => {
  let isScheduled = false
  let isRunning = false

  const start = async () => {
    isScheduled = false
    isRunning = true
    try {
      await run()
    } catch (error) {
      onError(error)
    }
    isRunning = false
    if (isScheduled) schedule()
  }
  const schedule = () => void setTimeout(start, delayMs()).unref()

  return {
    request: (): void => {
      if (isScheduled) return
      isScheduled = true
      if (!isRunning) schedule()
    },
  }
}
