import { allIds } from '../library/listRange.ts'
import { type Condition, createOrder, type Piece, scanOrder, scanPiece, selectEnd } from './queries.ts'
import type { Statements } from './statements.ts'

/** How many rows of an order the first select reads: those of most pages. */
const firstRows = 1_000

/** How many rows the whole order may have so that one select reads it. */
const maxRowsAtOnce = 16_000

/** The maximum for the others, which takes milliseconds. */
const maxRows = 8_000

interface Scan {
  /** At least one of them takes long to test. */
  conditions: Condition[]
  /** Of the conditions. */
  parameters?: Record<string, unknown>
  sort: string
  descending: boolean
  /** How many records are needed. */
  limit: number
  /** How many rows the order has, roughly. */
  rows: number
  /** A value before which no record of an ascending order fulfils the conditions. */
  start?: string | undefined
}

/**
 * Reads an order and tests each row, one piece after another: so no select takes long, however large the library is.
 * @returns the ids of the records that fulfil all conditions
 */
export const scan = async (statements: Statements, options: Scan): Promise<number[]> => {
  const { searchable, select, selectRows } = statements
  const { conditions, parameters, sort, descending, limit, rows: allRows, start } = options
  const order = createOrder(searchable, sort)
  const key = `${conditions.map((condition) => condition.key).join()} by ${sort} ${descending}`
  if (allRows <= maxRowsAtOnce && start === undefined)
    return select(`scan ${key}`, () => scanOrder(order, conditions, descending), { ...parameters, limit, offset: 0 })
  const found: number[] = []
  let rows = firstRows
  let after: Record<string, unknown> | undefined =
    start === undefined ? undefined : { after_id: allIds.from, after_value: start }
  for (let hasEnd = true; hasEnd; rows = Math.min(rows * 4, maxRows)) {
    const piece: Piece = { isAfter: after !== undefined, hasEnd: false }
    const [end] = await selectRows(
      `end by ${sort} ${descending} ${piece.isAfter}`,
      ['id', 'value'],
      () => selectEnd(order, descending, piece),
      { ...after, limit: 1, offset: rows - 1 },
    )
    hasEnd = end !== undefined
    const last = end && { last_id: end[0], last_value: end[1] }
    const ids = await select(
      `scan ${key} ${piece.isAfter} ${hasEnd}`,
      () => scanPiece(order, conditions, descending, { ...piece, hasEnd }),
      { ...parameters, ...after, ...last, limit: limit - found.length, offset: 0 },
    )
    for (const id of ids) found.push(id)
    if (found.length >= limit) return found
    after = end && { after_id: end[0], after_value: end[1] }
  }
  return found
}
