import type { Workload } from '../compare.ts'
import { type ApiRequest, getRequest } from '../http.ts'
import type { Library } from '../library.ts'
import { connections, maxRequestsPerRound } from '../options.ts'
import { createWorkloadPart } from '../part.ts'
import { mixWith, postLikes, putLabel, putLabels, putTrack, putTracks } from '../requests.ts'
import { atLeast } from '../table.ts'

const about = `A load like that of a busy day: 19 reads of labels and nested tracks, of any id, and then a write, on all
${connections} connections at once. The rows that end in "tuned" are as those of writes; the tuned server also
remembers the bytes of records. In the first row all writes are likes. In the second, labels and tracks change as often
as tracks are liked, so that few cached responses stay valid: a label is part of each track of its albums, here of 500.`

const createWorkloads = (source: Library): Workload[] => {
  // Loads of a fixed time change different records on each server, so the samples first set all of them to the same.
  const labelSamples = Array.from({ length: source.labels }, (_, index) => putLabel(source, index + 1))
  const trackSamples = [1, 7, 4711].flatMap((id) => [putTrack(source, id), getRequest(source.admin, `/tracks/${id}`)])
  const createWorkload = (name: string, writes: (round: number) => ApiRequest[][]): Workload => ({
    name: `95 % reads, 5 % writes: ${name}`,
    requests: (round) => mixWith(source, writes(round)),
    samples: [...labelSamples, ...trackSamples],
    ignored: 'timestamps',
  })
  const likes = (round: number) => postLikes(source, round, maxRequestsPerRound / 20)
  return [
    {
      ...createWorkload('likes', (round) => [likes(round)]),
      targets: { baseline: atLeast(1.95), tuned: atLeast(0.66) },
    },
    // The half round gives this workload other likes than the one before.
    createWorkload('likes, labels, tracks', (round) => [likes(round + 0.5), putLabels(source), putTracks(source)]),
  ]
}

export const mixed = createWorkloadPart({
  title: 'Reading and writing',
  about,
  createWorkloads,
})
