import { errorMessage } from '../../errors.ts'
import { log } from '../../observability/log.ts'
import type { Library } from '../../storage/library.ts'

type CheckedLibrary = Pick<Library, 'problem' | 'stats' | 'wasReplaced' | 'saveIfReplaced'>

/** How often the library is checked, in milliseconds. */
const intervalMs = 1_000

/**
 * Logs what no request logs above the level `info`: an error when the library can't be used any more, or its disk rejects writes, and a line
 * when that has ended. When its file was replaced, what it held is saved.
 * @returns a function that stops it
 */
export const logLibraryStates = (library: CheckedLibrary): (() => void) => {
  const reportUse = createReport('The library can not be used.', 'The library can be used again.')
  const reportDisk = createReport('Changes can not be saved.', 'Changes can be saved again.')
  let isReplaced = false
  let isChecking = false

  const check = async () => {
    if (library.wasReplaced()) {
      if (!isReplaced) log.error((await library.saveIfReplaced()) ?? '')
      isReplaced = true
      return
    }
    reportUse(await library.problem())
    reportDisk(library.stats().diskProblem)
  }
  const timer = setInterval(async () => {
    // A database server may take longer to answer.
    if (isChecking) return
    isChecking = true
    await check().catch((error) => log.error(errorMessage(error)))
    isChecking = false
  }, intervalMs)
  return () => clearInterval(timer)
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
