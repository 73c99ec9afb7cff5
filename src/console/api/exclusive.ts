/**
 * Creates a function that runs one task at a time.
 * @param createError - creates the error of a task that comes while another one runs
 */
export const createExclusiveRun = (createError: () => Error) => {
  let isRunning = false
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (isRunning) throw createError()
    isRunning = true
    try {
      return await task()
    } finally {
      isRunning = false
    }
  }
}
