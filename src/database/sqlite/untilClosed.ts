import { ClientDisconnected } from '../../errors.ts'

/**
 * Rejects what fails because the library was closed while it ran. A server closes all connections before: nobody gets the response, and no
 * error has to be looked into.
 */
export const createUntilClosed = () => {
  let isClosed = false
  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        throw isClosed ? new ClientDisconnected() : error
      }
    },
    close: (): void => {
      isClosed = true
    },
  }
}
