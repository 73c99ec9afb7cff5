import type { Database as Sqlite } from 'bun:sqlite'
import { type Change, type ReportedColumn, type TrackedTable, untracked } from '../changes.ts'
import { keepTemporaryTablesInMemory, listTables } from './openSqlite.ts'

/**
 * With more changes, a commit is reported as untracked. To report each of a million takes more than a second, in which
 * nothing else runs.
 */
const maxReportedChanges = 20_000

/**
 * Captures every row that this connection changes, including changes by foreign key actions.
 *
 * TEMP triggers write into a TEMP table. They belong to this connection, so the library file does not contain them, and
 * a rollback removes captured changes together with the changes themselves.
 * @returns a function that returns and clears the captured changes; to be called in the transaction, before its commit.
 */
export const captureChanges = (client: Sqlite, tracked: readonly TrackedTable[]): (() => Change[]) => {
  keepTemporaryTablesInMemory(client)
  client.transaction(() => createTriggers(client, tracked))()
  const take = client.prepare<{ kind: string; is_new: number; id: number | null }, []>(
    'DELETE FROM captured_changes RETURNING kind, is_new, id',
  )
  const isOverMaximum = client.prepare(`SELECT 1 FROM captured_changes LIMIT 1 OFFSET ${maxReportedChanges}`)
  const clear = client.prepare('DELETE FROM captured_changes')
  return () => {
    if (isOverMaximum.get()) {
      clear.run()
      return [{ kind: untracked, isNew: false, id: 0 }]
    }
    return take.all().flatMap(({ kind, is_new, id }) => (id === null ? [] : { kind, isNew: is_new === 1, id }))
  }
}

const createTriggers = (client: Sqlite, tracked: readonly TrackedTable[]) => {
  client.run('CREATE TEMP TABLE captured_changes (kind TEXT NOT NULL, is_new INTEGER NOT NULL, id INTEGER)')
  for (const name of listTables(client)) {
    const known = tracked.find(({ table }) => table === name)
    const triggers = triggersOf(known ?? { table: name, changes: [{ kind: untracked, column: 'rowid' }] })
    for (const [number, { event, row, reports }] of triggers.entries()) {
      const inserts = reports.map(
        ({ kind, column, isNew = false }) =>
          `INSERT INTO captured_changes VALUES ('${kind}', ${Number(isNew)}, ${kind === untracked ? 0 : `${row}.${column}`});`,
      )
      client.run(
        `CREATE TEMP TRIGGER "capture ${name} ${number}" AFTER ${event} ON main.${name} BEGIN ${inserts.join(' ')} END`,
      )
    }
  }
}

interface Trigger {
  event: string
  row: 'new' | 'old'
  reports: (ReportedColumn & { isNew?: boolean })[]
}

const triggersOf = (tracked: TrackedTable): Trigger[] =>
  possibleTriggersOf(tracked).filter(({ reports }) => reports.length > 0)

const possibleTriggersOf = ({ changes, parents = [], reportsNew = false, columns }: TrackedTable): Trigger[] => [
  {
    event: 'INSERT',
    row: 'new',
    reports: [...changes.map((change) => ({ ...change, isNew: reportsNew })), ...parents],
  },
  { event: columns ? `UPDATE OF ${columns}` : 'UPDATE', row: 'new', reports: changes },
  { event: 'DELETE', row: 'old', reports: changes },
  ...changes
    .filter(({ column }) => column !== 'rowid')
    .map((change): Trigger => ({ event: `UPDATE OF ${change.column}`, row: 'old', reports: [change] })),
  ...parents.map((parent): Trigger => ({ event: `UPDATE OF ${parent.column}`, row: 'new', reports: [parent] })),
]
