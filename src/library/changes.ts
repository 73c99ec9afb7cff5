/** A change that a commit contains, as the tracked tables report it. */
export interface Change {
  kind: string
  /** True for the insertion of a row whose table reports insertions as such. */
  isNew: boolean
  /** The value of the reported column: in most cases a row id. */
  id: number
}

/** Reports a changed row as a change of `kind`. The row's value in `column` is the id of the change. */
export interface ReportedColumn {
  kind: string
  column: string
}

/** How changes of the rows of one table are reported. */
export interface TrackedTable {
  table: string
  /**
   * Reported for each inserted, updated and deleted row; for an update of the column, with its old and its new value. Empty
   * for a table on which no cached response depends.
   */
  changes: ReportedColumn[]
  /** Whether an inserted row is reported as new. */
  reportsNew?: boolean
  /**
   * Reported when a row is inserted with, or updated to, this parent. A row that leaves a parent needs no report: every
   * response that contains the row depends on the row itself.
   */
  parents?: ReportedColumn[]
  /** The columns whose updates are reported; all columns if left out. */
  columns?: string[]
}

/** The kind of changes in tables that are not tracked, and of too many changes. Their id is 0, since a table may have no row ids. */
export const untracked = 'untracked'

export interface CommitListener {
  /** Is called with the changes of each commit, after it is durable and before any of its writes is acknowledged. */
  onCommit(changes: Change[]): void
  /** Is called with what `onCommit` threw. The writes are on disk, so they are acknowledged all the same. */
  onError(error: unknown): void
}

export const notifyListeners = (listeners: readonly CommitListener[], changes: Change[]): void => {
  for (const listener of listeners) {
    try {
      listener.onCommit(changes)
    } catch (error) {
      listener.onError(error)
    }
  }
}
