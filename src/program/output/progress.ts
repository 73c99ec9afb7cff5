import { withStopMessage } from '../signals.ts'

export type OnProgress = (done: number, total: number) => Promise<void>

/**
 * Runs a long operation that changes nothing before its end, with a progress bar if it is enabled and standard error is a
 * terminal. A terminal that has no width, as some of CI systems, gets no bar.
 * @param operation - gets what it calls when it has done a part, and what it calls before it changes something
 * @param counted - the plural of what the operation counts
 */
export const withProgress = async <T>(
  title: string,
  enabled: boolean,
  operation: (onProgress: OnProgress, onChanged: () => void) => Promise<T>,
  counted = 'records',
): Promise<T> => {
  if (!enabled || !process.stderr.isTTY || !process.stderr.columns)
    return withStopMessage((onChanged) => operation(async () => {}, onChanged))
  // Loaded only to show a bar, as in prompts.ts.
  const { progress } = await import('@clack/prompts')
  const bar = progress({ max: 100, output: process.stderr, cancelMessage: 'Stopped' })
  bar.start(title)
  // In raw mode the bar would handle Ctrl-C itself and exit with 0. Without it, Ctrl-C is a signal.
  if (process.stdin.isTTY) process.stdin.setRawMode(false)
  let currentPercent = 0
  try {
    const onProgress = async (done: number, total: number) => {
      const percent = Math.floor((100 * done) / Math.max(total, 1))
      if (percent === currentPercent) return
      bar.advance(percent - currentPercent, `${title}: ${done} of ${total} ${counted}`)
      currentPercent = percent
      // A timer draws the bar, so the event loop has to run.
      await Bun.sleep(0)
    }
    const result = await withStopMessage((onChanged) => operation(onProgress, onChanged))
    bar.stop(`${title}: done`)
    return result
  } catch (error) {
    bar.error(`${title}: stopped`)
    throw error
  }
}
