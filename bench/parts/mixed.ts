import { labelChange, labelChanges, likes, mixture, trackChange, trackChanges } from '../calls.ts'
import { compare, comparison, type Work } from '../compare.ts'
import { type Call, get } from '../http.ts'
import { copyOf } from '../library.ts'
import { type Part, size } from '../part.ts'
import { plenty } from '../settings.ts'

export const mixed: Part = async ({ folder, servers, library }) => {
  const source = await library(size)
  await using ours = await servers.ours(copyOf(source))
  await using baseline = await servers.baseline(copyOf(source))
  // Loads of a fixed time change different records on each, so these are set to the same before they are compared.
  const labels = Array.from({ length: source.labels }, (_, at) => labelChange(source, at + 1))
  const tracks = [1, 7, 4711].flatMap((id) => [trackChange(source, id), get(source.admin, `/tracks/${id}`)])
  const work = (name: string, writes: (round: number) => Call[][]): Work => ({
    name: `95 % reads, 5 % writes: ${name}`,
    target: 1.5,
    calls: (round) => mixture(source, writes(round)),
    samples: [...labels, ...tracks],
    differing: 'stamps',
  })
  const liked = (round: number) => likes(source, round, plenty / 20)
  const rows = [
    await compare(
      folder,
      work('likes', (round) => [liked(round)]),
      ours,
      baseline,
    ),
    await compare(
      folder,
      work('likes, labels, tracks', (round) => [liked(round + 0.5), labelChanges(source), trackChanges(source)]),
      ours,
      baseline,
    ),
  ]
  return [{ title: 'Reading and writing', about, columns: comparison, rows }]
}

const about = `What a busy day may look like: 19 reads of labels and nested tracks, of any id, and then a write. All 32
connections do so at once. Listeners only like tracks. When labels are renamed and tracks changed as often, little of what
is remembered lasts: a label shows in each track of its albums, here in 500.`
