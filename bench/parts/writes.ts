import { labelChange, labelChanges, likes, newLabels, newTracks, trackChange, trackChanges } from '../calls.ts'
import { compare, comparison, type Work } from '../compare.ts'
import { type Call, get } from '../http.ts'
import { copyOf } from '../library.ts'
import { type Part, size } from '../part.ts'

export const writes: Part = async ({ folder, servers, library }) => {
  const source = await library(size)
  const { admin } = source
  const liked: Call = { method: 'POST', path: '/tracks/7/like', token: admin }
  const [created, tracks] = [newLabels(source), newTracks(source)]
  const [renamed, changed] = [labelChanges(source), trackChanges(source)]
  const works: Work[] = [
    {
      name: 'POST a like',
      target: 4,
      calls: (round) => likes(source, round),
      samples: [liked],
      adds: 'likes',
    },
    {
      name: 'POST a label',
      target: 4,
      calls: () => created,
      samples: created.slice(0, 1),
      differing: 'stamps and ids',
      adds: 'labels',
    },
    {
      name: 'PUT a label',
      target: 4,
      calls: () => renamed,
      samples: [labelChange(source, 7), get(admin, '/labels/7')],
      differing: 'stamps',
    },
    {
      name: 'POST a track',
      target: 4,
      calls: () => tracks,
      samples: tracks.slice(0, 1),
      differing: 'stamps and ids',
      adds: 'tracks',
    },
    {
      name: 'PUT a track',
      target: 4,
      calls: () => changed,
      samples: [trackChange(source, 7), get(admin, '/tracks/7')],
      differing: 'stamps',
    },
  ]
  const rows = []
  for (const work of works) {
    // Each on a library of its own: the faster server would soon have the larger one to write to.
    await using ours = await servers.ours(copyOf(source))
    await using baseline = await servers.baseline(copyOf(source))
    rows.push(await compare(folder, work, ours, baseline))
  }
  return [{ title: 'Writing', about, columns: comparison, rows }]
}

const about = `Writes that are on disk before they are answered, by both servers: a write-ahead log with
\`synchronous=FULL\`. The baseline makes one commit for each. Likes are of another track or by another user each time, and
after each round the rows in the file are counted: each answered request must have added one.`
