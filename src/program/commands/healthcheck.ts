import { Command, Option } from 'commander'
import { OperationalError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { duration } from '../../config/timeParsers.ts'
import { printLine } from '../output/write.ts'
import { runningServerUrl } from '../portFile.ts'

/** How long the server may take to respond without `--wait`, in milliseconds. */
const responseTimeoutMs = 3_000

/** The time between two requests with `--wait`, in milliseconds. */
const pollIntervalMs = 100

interface Options extends Pick<Settings, 'host' | 'port'> {
  /** In milliseconds. */
  wait?: number
}

export const healthcheckCommand = () =>
  addSettings(new Command('healthcheck'), ['host', 'port'])
    .addOption(
      new Option('--wait <time>', 'ask again until it is ready, for at most this time, such as 10s').argParser(
        duration.parse,
      ),
    )
    .action(async ({ host, port, wait = 0 }: Options) => {
      const url = `${runningServerUrl({ host, port })}/readyz`
      const problem = wait > 0 ? await waitUntilReady(url, wait) : await findProblem(url, responseTimeoutMs)
      if (problem) throw new OperationalError(wait > 0 ? `${problem} Gave up after ${wait / 1000} s.` : problem)
      printLine('Ready.')
    })

/** Asks until the server is ready, for at most a number of milliseconds. Returns why it is not; undefined if it is. */
const waitUntilReady = async (url: string, waitMs: number): Promise<string | undefined> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    // A server that is starting responds when it is ready, so one request may take the whole time.
    const problem = await findProblem(url, Math.max(1, Math.ceil(deadline - performance.now())))
    const remainingMs = deadline - performance.now()
    if (!problem || remainingMs <= 0) return problem
    await Bun.sleep(Math.min(pollIntervalMs, remainingMs))
  }
}

const findProblem = async (url: string, timeoutMs: number): Promise<string | undefined> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? undefined : `It is not ready: ${await response.text()}`
  } catch {
    return `Nothing answers at ${url}.`
  }
}
