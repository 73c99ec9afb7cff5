import type { Workload } from '../compare.ts'
import { type ApiRequest, getRequest } from '../http.ts'
import type { Library } from '../library.ts'
import { createWorkloadPart } from '../part.ts'
import {
  postLabels,
  postLikes,
  postTracks,
  postWrittenLabels,
  putLabel,
  putLabels,
  putTrack,
  putTracks,
} from '../requests.ts'
import { atLeast } from '../table.ts'

const about = `Writes that are on disk before the response is sent, on all servers: a write-ahead log with
\`synchronous=FULL\`. The baseline makes one commit for each write. It has no audit trail and nothing that searches need: their price is in
the ratio. Rows that end in "tuned" compare with the same server when it remembers callers, and commits in batches. Every like is a new pair of user and track, and
after each round the rows in the file are counted: each completed request must have added one.`

const createWorkloads = (source: Library): Workload[] => {
  const { admin } = source
  const like: ApiRequest = { method: 'POST', path: '/tracks/7/like', token: admin }
  const [newLabels, writtenLabels, newTracks] = [postLabels(source), postWrittenLabels(source), postTracks(source)]
  const [labelChanges, trackChanges] = [putLabels(source), putTracks(source)]
  return [
    {
      name: 'POST a like',
      requests: (round) => postLikes(source, round),
      samples: [like],
      adds: 'likes',
      targets: { tuned: atLeast(0.62) },
    },
    {
      name: 'POST a label',
      targets: { baseline: atLeast(3.2), tuned: atLeast(0.48) },
      requests: () => newLabels,
      samples: newLabels.slice(0, 1),
      ignored: 'timestamps and ids',
      adds: 'labels',
    },
    {
      name: 'POST a label, names of five scripts',
      requests: () => writtenLabels,
      samples: writtenLabels.slice(0, 5),
      ignored: 'timestamps and ids',
      adds: 'labels',
    },
    {
      name: 'PUT a label',
      targets: { baseline: atLeast(3.2) },
      requests: () => labelChanges,
      samples: [putLabel(source, 7), getRequest(admin, '/labels/7')],
      ignored: 'timestamps',
    },
    {
      name: 'POST a track',
      requests: () => newTracks,
      samples: newTracks.slice(0, 1),
      ignored: 'timestamps and ids',
      adds: 'tracks',
    },
    {
      name: 'PUT a track',
      requests: () => trackChanges,
      samples: [putTrack(source, 7), getRequest(admin, '/tracks/7')],
      ignored: 'timestamps',
    },
  ]
}

export const writes = createWorkloadPart({
  title: 'Writing',
  about,
  createWorkloads,
  // Otherwise the faster server would soon write to the larger library.
  restartServers: true,
})
