/** How long a line waits for further lines, so that they are written together, in milliseconds. */
const flushDelayMs = 20

/** Past this number of characters waiting lines are written at once. */
const maxBufferedChars = 65_536

/** Past this number of waiting characters further lines are dropped. */
const maxQueuedChars = 8_388_608

/** How long `end` waits for a reader, in milliseconds. */
const drainTimeoutMs = 1_000

interface StdoutSink {
  line(text: string, level: string): void
  /** Writes the waiting lines. Gives up after a second if the reader does not read. */
  end(): Promise<void>
}

/**
 * Writes lines to standard output, many at a time. A slow or closed reader never blocks the server: past some megabytes
 * lines are dropped, and their number is logged once the reader reads again.
 * @param decorate - adds what the reader needs to know about the level
 * @param output - standard error takes the lines where standard output is for something else
 */
export const createStdoutSink = (
  decorate: (text: string, level: string) => string,
  output: typeof Bun.stdout,
): StdoutSink => {
  const sink = output.writer({ highWaterMark: maxBufferedChars })
  let queued = ''
  let droppedLines = 0
  let timer: Timer | undefined
  let writing: Promise<unknown> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (writing || queued === '') return
    const text = droppedLines > 0 ? `${decorate(droppedMessage(droppedLines), 'warning')}\n${queued}` : queued
    queued = ''
    droppedLines = 0
    const written = write(text)
    if (typeof written === 'number') return
    writing = written.then(() => {
      writing = undefined
      flush()
    })
  }

  /** Returns a promise only if it has to wait for the reader. A closed reader (EPIPE) must not end the server. */
  const write = (text: string): number | Promise<unknown> => {
    try {
      const pending = [sink.write(text), sink.flush()].filter((result) => typeof result !== 'number')
      return pending.length === 0 ? 0 : Promise.all(pending).catch(() => {})
    } catch {
      return 0
    }
  }

  return {
    line: (text, level) => {
      if (queued.length > maxQueuedChars) {
        droppedLines++
        return
      }
      queued += `${decorate(text, level)}\n`
      if (queued.length > maxBufferedChars) flush()
      else timer ??= setTimeout(flush, flushDelayMs)
    },
    end: async () => {
      const deadline = Date.now() + drainTimeoutMs
      flush()
      while (writing && Date.now() < deadline) await Promise.race([writing, Bun.sleep(10)])
      // Lines that the reader does not take must not keep the process alive.
      if (writing) sink.unref()
    },
  }
}

const droppedMessage = (lines: number) => JSON.stringify({ level: 'warning', message: `${lines} lines were dropped.` })
