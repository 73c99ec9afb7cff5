import type { Workload } from '../compare.ts'
import { type ApiRequest, getRequest } from '../http.ts'
import type { Library } from '../library.ts'
import { postLabels, postLikes, postTracks, putLabel, putLabels, putTrack, putTracks } from '../requests.ts'
import { atLeast } from '../table.ts'
import { createWorkloadPart } from '../workloadPart.ts'

const about = `Writes that are on disk before the response is sent, on both servers: a write-ahead log with
\`synchronous=FULL\`. The baseline makes one commit for each write. Every like is a new pair of user and track, and
after each round the rows in the file are counted: each completed request must have added one.`

const createWorkloads = (source: Library): Workload[] => {
  const { admin } = source
  const like: ApiRequest = { method: 'POST', path: '/tracks/7/like', token: admin }
  const [newLabels, newTracks] = [postLabels(source), postTracks(source)]
  const [labelChanges, trackChanges] = [putLabels(source), putTracks(source)]
  return [
    {
      name: 'POST a like',
      requests: (round) => postLikes(source, round),
      samples: [like],
      adds: 'likes',
    },
    {
      name: 'POST a label',
      baselineTarget: atLeast(4),
      requests: () => newLabels,
      samples: newLabels.slice(0, 1),
      ignored: 'timestamps and ids',
      adds: 'labels',
    },
    {
      name: 'PUT a label',
      baselineTarget: atLeast(4),
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
      baselineTarget: atLeast(4),
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
