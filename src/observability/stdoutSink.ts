/** How long a line waits for others to be written with, in milliseconds. */
const flushDelayMs = 20

/** How many characters are written at once at the latest. */
const maxBufferedChars = 65_536

/** How many characters wait for a reader that has stopped reading, before lines are dropped. */
const maxQueuedChars = 8_388_608

/** How long the end waits for a reader, in milliseconds. */
const drainTimeoutMs = 1_000

export interface StdoutSink {
  line(text: string): void
  /** Writes what waits, unless nobody reads it for a second. */
  end(): Promise<void>
}

/**
 * Lines to standard output, many at a time. A reader that is slow, or gone, never stops the server: past some megabytes
 * lines are dropped, and their number is told once it reads again.
 */
export const createStdoutSink = (): StdoutSink => {
  const sink = Bun.stdout.writer({ highWaterMark: maxBufferedChars })
  let [waiting, dropped]: [string, number] = ['', 0]
  let timer: Timer | undefined
  let writing: Promise<unknown> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (writing || waiting === '') return
    const told =
      dropped > 0 ? `${JSON.stringify({ level: 'warning', message: `${dropped} lines were dropped.` })}\n` : ''
    const text = told + waiting
    ;[waiting, dropped] = ['', 0]
    const flushed = write(text)
    if (typeof flushed === 'number') return
    writing = flushed.then(() => {
      writing = undefined
      flush()
    })
  }

  /** A reader that has gone is no reason to end: what there is to say goes nowhere then. */
  const write = (text: string): number | Promise<unknown> => {
    try {
      const sent = [sink.write(text), sink.flush()].filter((result) => typeof result !== 'number')
      return sent.length === 0 ? 0 : Promise.all(sent).catch(() => {})
    } catch {
      return 0
    }
  }

  return {
    line: (text) => {
      if (waiting.length > maxQueuedChars) {
        dropped++
        return
      }
      waiting += `${text}\n`
      if (waiting.length > maxBufferedChars) flush()
      else timer ??= setTimeout(flush, flushDelayMs)
    },
    end: async () => {
      const deadline = Date.now() + drainTimeoutMs
      flush()
      while (writing && Date.now() < deadline) await Promise.race([writing, Bun.sleep(10)])
      // What nobody reads must not keep the program from ending.
      if (writing) sink.unref()
    },
  }
}
