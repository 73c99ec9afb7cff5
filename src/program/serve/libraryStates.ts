import { errorMessage } from '../../base/errors.ts'
import type { Library } from '../../library/library.ts'
import { log } from '../../observability/log.ts'

type CheckedLibrary = Pick<Library, 'problem' | 'stats' | 'wasLost' | 'saveIfLost' | 'doubt' | 'checkForDamage'>

/** How often the library is checked, in milliseconds. */
const intervalMs = 1_000

/** After this many intervals without an idle moment, a busy server is checked for damage, too. */
const maxBusyIntervals = 3

/**
 * Logs what no request logs above the level `info`: an error when the library can't be used any more, or its disk rejects writes, and a line
 * when that has ended. When its file was replaced, what it held is saved; when another program has written into it, the log says so.
 * @param isIdle - whether no request is in flight. The check for damage waits for such a moment, since requests would wait for it.
 * @returns a function that stops it, and logs what has happened since the last check
 */
export const logLibraryStates = (library: CheckedLibrary, isIdle: () => boolean): (() => Promise<void>) => {
  const reportUse = createReport('The library cannot be used.', 'The library can be used again.')
  const reportDisk = createReport('Changes cannot be saved.', 'Changes can be saved again.')
  let isLost = false
  let hasDoubt = false
  let checking: Promise<void> | undefined
  let intervalsUntilDamageCheck = maxBusyIntervals

  const findProblem = async () => {
    if (intervalsUntilDamageCheck > 0) {
      intervalsUntilDamageCheck = isIdle() ? 0 : intervalsUntilDamageCheck - 1
      if (intervalsUntilDamageCheck === 0) library.checkForDamage()
    }
    return library.problem()
  }

  const check = async () => {
    if (isLost) return
    const problem = library.wasLost() ? undefined : await findProblem().catch(errorMessage)
    // Also when it happened meanwhile: one line is enough, whatever the check has found in what is left.
    if (library.wasLost()) {
      isLost = true
      log.error((await library.saveIfLost()) ?? '')
      return
    }
    const doubt = hasDoubt ? undefined : library.doubt()
    if (doubt) {
      hasDoubt = true
      log.warn(doubt)
    }
    reportUse(problem)
    reportDisk(library.stats().diskProblem)
  }
  const checkAndLog = () => check().catch((error) => log.error(errorMessage(error)))
  const timer = setInterval(() => {
    // A database server may take longer to answer.
    checking ??= checkAndLog().finally(() => {
      checking = undefined
    })
  }, intervalMs)
  return async () => {
    clearInterval(timer)
    await checking
    if (library.wasLost()) await checkAndLog()
  }
}

/** Returns a function that logs when a problem begins and when it ends. Its sentence may change meanwhile. */
const createReport = (onBegin: string, onEnd: string) => {
  let hasProblem = false
  return (problem: string | undefined) => {
    if (problem !== undefined && !hasProblem) log.error(`${onBegin} ${problem}`)
    if (problem === undefined && hasProblem) log.warn(onEnd)
    hasProblem = problem !== undefined
  }
}
