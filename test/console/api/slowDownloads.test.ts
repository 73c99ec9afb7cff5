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

test('the slowest file of the network that has most is ended, once another request was rejected', () => {
  const { time, slow, start, cut } = createDownloads()
  const downloads = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name, 'A'))
  start('z', 'B')
  time.seconds += 50
  slow.endOne()
  expect(cut).toEqual([])
  slow.noteRejection()
  // Each takes 5 KB in a second, but for c and e.
  for (const [index, pace] of [5_000, 5_000, 2_000, 5_000, 1_000].entries())
    (downloads[index] as RunningDownload).bytes += pace * 20
  time.seconds += 10
  slow.endOne()
  expect(cut).toEqual([])
  time.seconds += 10
  slow.endOne()
  // A network keeps four, however slow they are.
  slow.endOne()
  expect(cut).toEqual(['e'])
})

test('clients that read fast enough are never ended, nor are those that came after the rejection, nor a minute later', () => {
  const { time, slow, start, cut } = createDownloads()
  const downloads = Array.from({ length: 5 }, (_, n) => start(`${n}`, 'A'))
  slow.noteRejection()
  for (const download of downloads) download.bytes += 4_096 * 20
  start('later', 'A')
  time.seconds += 20
  slow.endOne()
  expect(cut).toEqual([])
  time.seconds += 41
  slow.endOne()
  expect(cut).toEqual([])
  // From a further rejection on, they are measured anew.
  slow.noteRejection()
  time.seconds += 15
  slow.endOne()
  expect(cut).toHaveLength(1)
})
