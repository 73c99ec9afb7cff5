import { Database, SQLiteError } from 'bun:sqlite'
import { collectGarbage } from '../base/collectGarbage.ts'
import { OperationalError } from '../base/errors.ts'

/** How much of a table SQLite keeps in memory, in KiB. */
const cacheKib = 256

/** After how many rows garbage is collected, if there is much of it. */
const rowsPerCollection = 1_000

/**
 * Rows on their way from one step of a conversion to the next. Those that do not fit in a small cache are in a temporary file, which SQLite
 * has removed from its folder, so that it ends with the process. A row is stored as JSON.
 */
export class RowStore<Row> {
  size = 0
  private readonly database = new Database(':memory:')
  private readonly insert

  constructor() {
    this.database.run('PRAGMA temp_store = FILE')
    this.database.run('CREATE TEMP TABLE rows (id INTEGER PRIMARY KEY, sort_key BLOB NOT NULL, row TEXT NOT NULL)')
    this.database.run(`PRAGMA temp.cache_size = -${cacheKib}`)
    this.database.run('PRAGMA temp.journal_mode = OFF')
    this.database.run('BEGIN')
    this.insert = this.database.query<unknown, [Uint8Array, string]>('INSERT INTO rows (sort_key, row) VALUES (?, ?)')
  }

  /** @throws OperationalError when the temporary file can't be written */
  add(row: Row, sortText: string): void {
    translateErrors(() => this.insert.run(toSortKey(sortText), JSON.stringify(row)))
    this.size++
    if (this.size % rowsPerCollection === 0) collectGarbage()
  }

  /** The rows in the order in which they were added. */
  [Symbol.iterator](): Generator<Row> {
    return this.read('id')
  }

  /** The rows in the order that JavaScript gives their texts. */
  sorted(): Generator<Row> {
    return this.read('sort_key, id')
  }

  private *read(order: 'id' | 'sort_key, id'): Generator<Row> {
    using statement = this.database.prepare<{ row: string }, []>(`SELECT row FROM rows ORDER BY ${order}`)
    const rows = statement.iterate()
    for (let count = 1; ; count++) {
      const { value, done } = translateErrors(() => rows.next())
      if (done) return
      yield JSON.parse(value.row)
      if (count % rowsPerCollection === 0) collectGarbage()
    }
  }
}

/** SQLite compares bytes, and JavaScript the units of UTF-16. */
const toSortKey = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

const translateErrors = <Result>(action: () => Result): Result => {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    throw new OperationalError(
      `Rows are kept in a temporary file, which can't be written: ${error.message}. Set TMPDIR to a folder with room that this user can write.`,
    )
  }
}
