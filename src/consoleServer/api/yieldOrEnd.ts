import { ClientDisconnected } from '../../errors.ts'
import { createYielder } from '../../eventLoop.ts'

/**
 * Returns a function that is awaited between statements of long work. It yields to other requests, and ends the work of a client that has
 * gone, also of one whose connection the server has closed to stop.
 */
export const createYieldOrEnd = ({ signal }: Request) => {
  const yieldIfDue = createYielder()
  return async () => {
    await yieldIfDue()
    if (signal.aborted) throw new ClientDisconnected()
  }
}
