import { labelReads, trackReads } from '../calls.ts'
import { compare, comparison } from '../compare.ts'
import { get } from '../http.ts'
import { copyOf } from '../library.ts'
import { type Part, size } from '../part.ts'

export const reads: Part = async ({ folder, servers, library }) => {
  const source = await library(size)
  await using ours = await servers.ours(copyOf(source))
  await using baseline = await servers.baseline(copyOf(source))
  const [labels, tracks] = [labelReads(source), trackReads(source)]
  const [label, track] = [[get(source.admin, '/labels/7')], [get(source.admin, '/tracks/4711')]]
  const works = [
    { name: 'GET one label, always the same', target: 1.5, calls: () => label, samples: label },
    { name: 'GET one label, any', target: 1.5, calls: () => labels, samples: labels.slice(0, 20) },
    { name: 'GET one track, nested, always the same', target: 2, calls: () => track, samples: track },
    { name: 'GET one track, nested, any', target: 2, calls: () => tracks, samples: tracks.slice(0, 100) },
  ]
  const rows = []
  for (const work of works) rows.push(await compare(folder, work, ours, baseline))
  return [{ title: 'Reading one record', about, columns: comparison, rows }]
}

const about = `Single records, each request with a token, beside the baseline, which looks up the token and runs its
prepared selects every time. The ratio is between the requests a second; p50 and p99 are the milliseconds within which
half and 99 of 100 requests were answered, waiting in line included, since all connections are always busy.`
