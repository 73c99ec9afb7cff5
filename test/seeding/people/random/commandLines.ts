import type { Random } from '../../../../src/base/random.ts'
import { pick } from '../../../cache/randomRequests.ts'

/** A file into which what people have changed is merged. */
export const mergedFile = 'merged.json'

const randomFlags = (random: Random, chances: Record<string, number>): string[] =>
  Object.entries(chances).flatMap(([flag, chance]) => (random() < chance ? flag.split(' ') : []))

const randomPeople = (random: Random) => {
  const way = pick(random, ['keep', 'keep', 'keep', 'overwrite', 'overwrite', 'ask', 'fail', undefined])
  return way === undefined ? [] : ['--people', way]
}

/** What decides which records a seed has to do with, and what happens to them. */
const randomDecisions = (random: Random): string[] => {
  const flags = [...randomPeople(random), ...randomFlags(random, { '--accept-renames': 0.3 })]
  if (random() < 0.5) return flags
  return [...flags, '--prune', ...(random() < 0.7 ? ['--prune-at-most', pick(random, ['0', '1', '3', '100'])] : [])]
}

/** The flags of a `seed` that writes into the library. */
export const randomSeed = (random: Random): string[] => [
  ...randomDecisions(random),
  ...randomFlags(random, { '--yes': 0.85, '--json': 0.2, '--quiet': 0.05 }),
]

/** The flags of a `seed` that writes nothing. */
export const randomPreview = (random: Random): string[] => [
  ...randomDecisions(random),
  '--dry-run',
  ...randomFlags(random, { '--json': 0.4, '--full': 0.4, '--exit-code': 0.2 }),
]

/** The flags of a `seed` that writes another file. */
export const randomMerge = (random: Random): string[] => [
  ...['--merge-into', mergedFile],
  ...randomFlags(random, { '--with-new': 0.5, '--prune': 0.4, '--accept-renames': 0.1, '--json': 0.1, '--quiet': 0.1 }),
]
