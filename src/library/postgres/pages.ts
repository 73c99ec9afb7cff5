import type { RunStatement } from './session.ts'

/** How many rows are in memory at the same time. */
export const pageSize = 5_000

/** Returns the rows of a select in pages. It has to run in a transaction, and one such select at a time. */
export async function* readPages(run: RunStatement, select: string): AsyncGenerator<unknown[][]> {
  await run(`DECLARE pages NO SCROLL CURSOR FOR ${select}`, [])
  for (;;) {
    const rows = await run(`FETCH ${pageSize} FROM pages`, [])
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) break
  }
  await run('CLOSE pages', [])
}
