/**
 * Creates a function that begins to use something that one task uses at a time. It returns the function that ends the use.
 * @param createError - creates the error of a task that comes while another one runs
 */
export const createExclusiveUse = (createError: () => Error) => {
  let isInUse = false
  return () => {
    if (isInUse) throw createError()
    isInUse = true
    return () => {
      isInUse = false
    }
  }
}

/** Creates a function that runs one task at a time. @param createError - as for createExclusiveUse */
export const createExclusiveRun = (createError: () => Error) => {
  const beginUse = createExclusiveUse(createError)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    const endUse = beginUse()
    try {
      return await task()
    } finally {
      endUse()
    }
  }
}
