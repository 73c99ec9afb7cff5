import { countByMark, listIds, type Marks, toBytes } from './nameIndex/marks.ts'
import { keyOf, type Part, selectPart } from './parts.ts'
import { type Condition, type Conditions, isMatch, selectMatches } from './queries.ts'
import { relevance } from './relevance.ts'
import type { Statements } from './statements.ts'

// What becomes of the records that the words of a search have found: those that fulfil its filters, in its order.

/** So few matches are tested with the filters. Otherwise the records that fulfil the filters are read. */
const maxTestedMatches = 1_000

/**
 * Leaves out the matches that do not fulfil all conditions.
 * @param sort - puts the condition that the fewest records fulfil first
 */
export const filterMatches = async (
  { select }: Statements,
  matches: Marks,
  conditions: readonly Condition[],
  sort: () => Promise<Condition[]>,
): Promise<Marks> => {
  if (conditions.length === 0 || matches.count === 0) return matches
  const isTested = matches.count <= maxTestedMatches
  const all = (isTested ? [isMatch, ...conditions] : await sort()) as Conditions // there is at least one
  const parameters = isTested ? { matches: JSON.stringify(listIds(matches)) } : {}
  const filtered = matches.createEmpty()
  for (const id of await select(`all ${keyOf(all)}`, () => selectMatches(all), parameters))
    filtered.set(id, matches.get(id))
  return filtered
}

/** Selects the ids of a part of the matches in their order. */
export const selectMarked = async (statements: Statements, matches: Marks, part: Part): Promise<number[]> => {
  if (part.sort === 'id') {
    const ids = listIds(matches)
    return (part.descending ? ids.reverse() : ids).slice(part.offset, part.offset + part.limit)
  }
  // Records that match equally well are in the order of their names.
  const groups = part.sort === relevance ? countByMark(matches) : [{ mark: undefined, count: matches.count }]
  if (part.descending) groups.reverse()
  const ids: number[] = []
  let { offset } = part
  for (const { mark, count } of groups) {
    const limit = part.limit - ids.length
    if (limit > 0 && offset < count) {
      const found = {
        conditions: [isMatch] satisfies Conditions,
        smallest: count,
        total: count,
        parameters: (scans: boolean) =>
          scans ? toBytes(matches, mark) : { matches: JSON.stringify(listIds(matches, mark)) },
      }
      for (const id of await selectPart(statements, found, { ...part, limit, offset })) ids.push(id)
    }
    offset = Math.max(0, offset - count)
  }
  return ids
}
