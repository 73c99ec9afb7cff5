import { labelChange, mixture, trackChange } from '../calls.ts'
import { compare, comparison } from '../compare.ts'
import { get } from '../http.ts'
import { copyOf } from '../library.ts'
import { type Part, size } from '../part.ts'

export const mixed: Part = async ({ folder, servers, library }) => {
  const source = await library(size)
  await using ours = await servers.ours(copyOf(source))
  await using baseline = await servers.baseline(copyOf(source))
  // Loads of a fixed time change different records on each, so these are set to the same before they are compared.
  const labels = Array.from({ length: source.labels }, (_, at) => labelChange(source, at + 1))
  const tracks = [1, 7, 4711].flatMap((id) => [trackChange(source, id), get(source.admin, `/tracks/${id}`)])
  const work = {
    name: '95 % reads, 5 % writes',
    target: 1.5,
    calls: (round: number) => mixture(source, round),
    samples: [...labels, ...tracks],
    differing: 'stamps' as const,
  }
  const rows = [await compare(folder, work, ours, baseline)]
  return [{ title: 'Reading and writing', about, columns: comparison, rows }]
}

const about = `What a busy day may look like: 19 reads of labels and nested tracks, of any id, and then a write: a like, a
renamed label or a changed track. All 32 connections do so at once.`
