/** A promise with what settles it. */
export interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(reason: Error): void
}

/** `Promise.withResolvers`, which Node has since its version 22. */
export const deferred = <T>(): Deferred<T> => {
  let settle: Omit<Deferred<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // The function above has run.
  return { promise, ...(settle as Omit<Deferred<T>, 'promise'>) }
}
