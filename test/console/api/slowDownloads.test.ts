import { expect, test } from 'bun:test'
import { createSlowDownloads, type RunningDownload } from '../../../src/console/api/slowDownloads.ts'

/** Files that are sent, at a time that the test sets. */
const createDownloads = () => {
  const time = { seconds: 100 }
  const running = new Set<RunningDownload>()
  const slow = createSlowDownloads(running, () => time.seconds * 1_000)
  const cut: string[] = []
  const start = (name: string, site: string) => {
    const download = {
      site,
      bytes: 1_000_000,
      cut: () => {
        cut.push(name)
        running.delete(download)
      },
    }
    running.add(download)
    return download
  }
  return { time, slow, start, cut }
}

/** Looks each five seconds, in which each client takes so many bytes a second. */
const pass = (
  { time, slow }: Pick<ReturnType<typeof createDownloads>, 'time' | 'slow'>,
  seconds: number,
  paces: readonly (readonly [RunningDownload, number])[] = [],
) => {
  for (let n = 0; n < seconds / 5; n++) {
    time.seconds += 5
    for (const [download, pace] of paces) download.bytes += 5 * pace
    slow.endOne()
  }
}

test('the slowest file of the network that has most is ended, once another request was rejected', () => {
  const downloads = createDownloads()
  const { slow, start, cut } = downloads
  const running = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name, 'A'))
  const paces = [5_000, 5_000, 2_000, 5_000, 1_000].map(
    (pace, index) => [running[index] as RunningDownload, pace] as const,
  )
  start('z', 'B')
  pass(downloads, 60, paces)
  expect(cut).toEqual([])
  slow.noteRejection()
  // A network keeps four, however slow they are.
  pass(downloads, 20, paces)
  expect(cut).toEqual(['e'])
})

test('what the buffers of the system take at first does not count for long', () => {
  const downloads = createDownloads()
  const running = ['a', 'b', 'c', 'd', 'e'].map((name) => downloads.start(name, 'A'))
  downloads.slow.noteRejection()
  pass(
    downloads,
    5,
    running.map((download) => [download, 500_000]),
  )
  pass(downloads, 10)
  expect(downloads.cut).toEqual([])
  pass(downloads, 10)
  expect(downloads.cut).toHaveLength(1)
})

test('clients that read fast enough are never ended, nor is one that has just begun, nor any a minute after the rejection', () => {
  const downloads = createDownloads()
  const { slow, start, cut } = downloads
  const running = Array.from({ length: 5 }, (_, n) => start(`${n}`, 'A'))
  const paces = running.map((download) => [download, 4_096] as const)
  slow.noteRejection()
  pass(downloads, 30, paces)
  start('later', 'A')
  pass(downloads, 10, paces)
  expect(cut).toEqual([])
  pass(downloads, 15, paces)
  expect(cut).toEqual(['later'])
  pass(downloads, 10, paces)
  pass(downloads, 60)
  expect(cut).toEqual(['later'])
})
