/** The smallest growth of the process, in bytes, that is worth a collection. */
const minGrowthBytes = 16e6

/** Resident memory after the last collection, in bytes; 0 before the first call. */
let baselineBytes = 0

/**
 * Runs the garbage collector when memory has grown by a sixteenth since the last collection, and by 16 MB at least.
 * Long loops call this regularly: left alone, the collector lets garbage grow to the size of all live objects, which is
 * too much on top of a catalogue file of a million records.
 */
export const collectGarbage = (): void => {
  const usedBytes = process.memoryUsage.rss()
  baselineBytes ||= usedBytes
  if (usedBytes - baselineBytes < Math.max(minGrowthBytes, baselineBytes / 16)) return
  Bun.gc(true)
  baselineBytes = process.memoryUsage.rss()
}

/** Copies a text. One that was cut out of others, or joined from them, would keep all of them in memory. */
export const copyText = (text: string): string => Buffer.from(text).toString()
