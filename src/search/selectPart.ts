import { type Condition, type Conditions, createOrder, scanOrder, sortMatches, sortMatchesById } from './queries.ts'
import { scan } from './scan.ts'
import type { Statements } from './statements.ts'

/** A part of a result in an order. */
export interface Part {
  sort: string
  descending: boolean
  limit: number
  offset: number
}

/** The records of which a part is selected. */
export interface Found {
  /** The one that the fewest records fulfil is the first. Without conditions, all records are found. */
  conditions: Conditions | undefined
  /** How many records fulfil the first condition. */
  smallest: number
  /** How many records fulfil all of them. */
  total: number
  /** Returns the parameters of the conditions. @param scans - whether they are tests, and none of them is a list of rows */
  parameters?: (scans: boolean) => Record<string, unknown>
}

/** How many rows of an order are read and tested in the time in which one row is found by its id and sorted. */
const scannedRowsPerMatch = 4

/** So few matches are sorted without a comparison of both ways. */
const maxSortedAtOnce = 100

export const keyOf = (conditions: readonly Condition[]) => conditions.map(({ key }) => key).join()

/** Selects the ids of a part in their order. */
export const selectPart = async (
  statements: Statements,
  { conditions, smallest, total, parameters }: Found,
  part: Part,
): Promise<number[]> => {
  const { searchable, select, countAll } = statements
  const limit = Math.min(part.limit, total - part.offset)
  if (limit <= 0) return []
  // A page in the second half is read from the end, in the opposite order.
  const fromEnd = part.offset > total - part.offset - limit
  const offset = fromEnd ? total - part.offset - limit : part.offset
  const descending = part.descending !== fromEnd
  const { sort } = part
  const key = `${keyOf(conditions ?? [])} by ${sort} ${descending}`

  /** Whether to read the order until the end of the page takes less time than to sort all matches. */
  const isScanShorter = async () =>
    smallest > maxSortedAtOnce && smallest * scannedRowsPerMatch > ((await countAll()) * (offset + limit)) / total

  const selectPage = async () => {
    const page = { limit, offset }
    if (!conditions) return select(`scan ${key}`, () => scanOrder(createOrder(searchable, sort), [], descending), page)
    const scans = await isScanShorter()
    const all = { ...page, ...parameters?.(scans) }
    if (sort === 'id') return select(`ids ${key} ${scans}`, () => sortMatchesById(conditions, descending, scans), all)
    if (!scans)
      return select(`sort ${key}`, () => sortMatches(createOrder(searchable, sort), conditions, descending), all)
    const scanned = {
      conditions,
      parameters: parameters?.(true),
      sort,
      descending,
      limit: offset + limit,
      rows: await countAll(),
    }
    return (await scan(statements, scanned)).slice(offset)
  }
  const ids = await selectPage()
  return fromEnd ? ids.reverse() : ids
}
