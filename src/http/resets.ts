import { LibraryReset } from '../base/errors.ts'
import type { Database, Resets } from '../library/database.ts'
import { toErrorResponse } from './errorResponse.ts'
import { type Fetch, mapResponse } from './fetch.ts'

/** Whether the library was reset since a request has come. Where no library is ever reset, no request is here. */
const resetChecks = new WeakMap<Request, () => boolean>()

/**
 * Says of a request during which the library was reset that it was aborted. Otherwise it would get an error that it is not to blame for, such as
 * a 401, since its session has ended with the reset. What was done before the reset has its own response.
 */
export const withResets =
  (fetch: Fetch, resets: Resets): Fetch =>
  (request) => {
    const before = resets.count()
    const wasReset = () => resets.count() !== before
    resetChecks.set(request, wasReset)
    return mapResponse(fetch(request), (response) =>
      isRejection(response) && wasReset() ? toErrorResponse(new LibraryReset(), request) : response,
    )
  }

const isRejection = ({ status }: Response) => status >= 400 && status < 500

/** Returns writes for a request: one that gets its turn after a reset throws LibraryReset, and changes nothing in the library that comes back. */
export const untilReset = (write: Database['write'], request: Request): Database['write'] => {
  const wasReset = resetChecks.get(request)
  if (!wasReset) return write
  return (run, work, owner, options) =>
    write(
      async (tx) => {
        if (wasReset()) throw new LibraryReset()
        return run(tx)
      },
      work,
      owner,
      options,
    )
}
