import type { SQL } from 'drizzle-orm'
import {
  type Condition,
  type Conditions,
  countMatches,
  countRows,
  createOrder,
  createWithout,
  scanOrder,
  sortMatches,
  sortMatchesById,
} from './queries.ts'
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
  /** In the order of names: a text with which all of them begin. */
  start?: string | undefined
  /** Returns the parameters of the conditions. @param scans - whether they are tests, and none of them is a list of rows */
  parameters?: (scans: boolean) => Record<string, unknown>
}

/** How many rows of an order are read and tested in the time in which one row is found by its id and sorted. */
const scannedRowsPerMatch = 4

/** So few matches are sorted without a comparison of both ways. */
const maxSortedAtOnce = 100

export const keyOf = (conditions: readonly Condition[]) => conditions.map(({ key }) => key).join()

/** One of several results that come one behind another. */
export interface Group {
  total: number
  select(part: Part): Promise<number[]>
}

/** Selects a part of all groups together. */
export const selectFromGroups = async (groups: readonly Group[], part: Part): Promise<number[]> => {
  const ids: number[] = []
  let { offset } = part
  for (const { total, select } of groups) {
    const limit = part.limit - ids.length
    if (limit > 0 && offset < total) for (const id of await select({ ...part, limit, offset })) ids.push(id)
    offset = Math.max(0, offset - total)
  }
  return ids
}

/** Which rows of an order are read for a part. One in the second half is read from the end, in the opposite order. */
const rangeOf = ({ total, start }: Found, part: Part) => {
  const limit = Math.min(part.limit, total - part.offset)
  const rest = total - part.offset - limit
  // It is not known where the names that begin with a text end.
  const fromEnd = start === undefined ? part.offset > rest : part.descending
  return { limit, offset: fromEnd ? rest : part.offset, descending: part.descending !== fromEnd, fromEnd }
}

/** Selects the ids of a part in their order. Records without a value to sort by are the last ones in both directions. */
export const selectPart = async (statements: Statements, found: Found, part: Part): Promise<number[]> => {
  const { searchable, select, countAll } = statements
  const { conditions, smallest, total, parameters } = found
  const { sort } = part
  const { limit, offset, descending, fromEnd } = rangeOf(found, part)
  if (limit <= 0) return []

  /** Whether to read the order until the end of the page takes less time than to sort all matches. */
  const isScanShorter = async () => {
    if (smallest <= maxSortedAtOnce) return false
    // Names that begin with a text are side by side.
    const rowsPerMatch = found.start === undefined ? (await countAll()) / total : 1
    return smallest * scannedRowsPerMatch > rowsPerMatch * (offset + limit)
  }

  const scans = !conditions || (await isScanShorter())
  if (!conditions || (scans && sort !== 'id')) return scanPart(statements, found, part)
  const build = () =>
    sort === 'id'
      ? sortMatchesById(conditions, descending, scans)
      : sortMatches(createOrder(searchable, sort, true), conditions, { descending, nullsFirst: fromEnd })
  const key = `sort ${keyOf(conditions)} by ${sort} ${descending} ${fromEnd} ${scans}`
  const ids = await select(key, build, { limit, offset, ...parameters?.(scans) })
  return fromEnd ? ids.reverse() : ids
}

/** Reads a part in its order, in which an index has the records with a value; and those without one by their ids. */
const scanPart = async (statements: Statements, found: Found, part: Part): Promise<number[]> => {
  const { searchable, select } = statements
  const { conditions, total } = found
  const without = createWithout(searchable, part.sort)
  if (!without) return scanValues(statements, found, part)
  const parameters = found.parameters?.(true)
  const count = async (key: string, build: () => SQL) => (await select(`count ${key}`, build, parameters))[0] ?? 0
  const smallest = await count(without.key, () => countRows(without.rows))
  // At least so many have a value. A page in the first half of these is the same whatever their exact number is.
  const least = total - smallest
  if (2 * part.offset + part.limit <= least) return scanValues(statements, { ...found, total: least }, part)
  const all: Conditions = [without, ...(conditions ?? [])]
  const empty = conditions ? await count(keyOf(all), () => countMatches(all)) : smallest
  const values = { ...found, total: total - empty }
  const others = { conditions: all, smallest, total: empty, ...(parameters && { parameters: () => parameters }) }
  return selectFromGroups(
    [
      { total: values.total, select: (ofGroup) => scanValues(statements, values, ofGroup) },
      { total: empty, select: (ofGroup) => selectPart(statements, others, { ...ofGroup, sort: 'id' }) },
    ],
    part,
  )
}

/** Reads a part of the records that have a value to sort by. */
const scanValues = async (statements: Statements, found: Found, part: Part): Promise<number[]> => {
  const { searchable, select, countAll } = statements
  const { conditions, parameters, start } = found
  const { sort } = part
  const { limit, offset, descending, fromEnd } = rangeOf(found, part)
  const readAll = () => {
    const build = () => scanOrder(createOrder(searchable, sort), [], descending)
    return select(`scan by ${sort} ${descending}`, build, { limit, offset })
  }
  const readMatches = async (conditions: Conditions) => {
    const scanned = { conditions, parameters: parameters?.(true), sort, descending, start }
    return (await scan(statements, { ...scanned, limit: offset + limit, rows: await countAll() })).slice(offset)
  }
  const ids = await (conditions ? readMatches(conditions) : readAll())
  return fromEnd ? ids.reverse() : ids
}
