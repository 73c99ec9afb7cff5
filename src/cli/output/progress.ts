type OnProgress = (done: number, total: number) => Promise<void>

/** Runs a long piece of work, with a bar on standard error where that is a terminal. */
export const withProgress = async <T>(
  title: string,
  wanted: boolean,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> => {
  if (!wanted || !process.stderr.isTTY) return work(async () => {})
  const { progress } = await import('@clack/prompts')
  let shown = 0
  const onCancel = () => {
    console.error('music-library: Stopped. Nothing was changed.')
    process.exit(130)
  }
  const bar = progress({ max: 100, output: process.stderr, onCancel, cancelMessage: 'Stopped' })
  bar.start(title)
  // The bar would end the program at Ctrl-C as if all were well; without the keyboard it is told of the signal.
  if (process.stdin.isTTY) process.stdin.setRawMode(false)
  try {
    const result = await work(async (done, total) => {
      const percent = Math.floor((100 * done) / Math.max(total, 1))
      if (percent === shown) return
      bar.advance(percent - shown, `${title}: ${done} of ${total} records`)
      shown = percent
      // The bar is drawn by a timer, which has to get its turn.
      await Bun.sleep(0)
    })
    bar.stop(`${title}: done`)
    return result
  } catch (error) {
    bar.error(`${title}: stopped`)
    throw error
  }
}
