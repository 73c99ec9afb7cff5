import { errorMessage } from '../../base/errors.ts'
import type { Library } from '../../library/library.ts'
import { log } from '../../observability/log.ts'
import type { ServiceManager } from './serviceManager.ts'

/** The maximum of a timer, in milliseconds. It takes a longer time for 1 ms. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Tells the service manager that the server is well, twice in the time of its watchdog. It stops doing so while the event
 * loop is blocked, while a read of the library does not return, and while the library can't be used: its file was
 * replaced or can't be read. A restart may end each of these. After an error that a restart does not end, such as a full
 * disk, it goes on. So it does while a database server is away: a restart would not bring that back.
 * @returns a function that stops it
 */
export const startWatchdog = (
  library: Pick<Library, 'problem' | 'catchUp'>,
  serviceManager: ServiceManager,
): (() => void) => {
  if (serviceManager.watchdogMs === undefined) return () => {}
  let lastProblem: string | undefined
  const check = async () => {
    const problem = library.catchUp ? undefined : await library.problem().catch(errorMessage)
    if (problem === undefined) serviceManager.keepAlive()
    else if (problem !== lastProblem) log.error(`The watchdog of the service manager is not answered. ${problem}`)
    lastProblem = problem
  }
  const timer = setInterval(check, Math.min(serviceManager.watchdogMs / 2, maxTimerMs))
  return () => clearInterval(timer)
}
