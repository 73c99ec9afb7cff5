import { Database as Sqlite } from 'bun:sqlite'
import type { AuditEntry } from '../../src/audit/model.ts'
import { readEntries } from '../../src/audit/store.ts'
import type { TestLibrary } from './library.ts'

/** All entries of the audit trail, the oldest first. */
export const readTrail = async ({ library }: Pick<TestLibrary, 'library'>): Promise<AuditEntry[]> =>
  (await Array.fromAsync(readEntries(library.read, {}))).flat()

/** The entries about one record, parts of others included, the oldest first. */
export const historyOf = async ({ library }: Pick<TestLibrary, 'library'>, record: string): Promise<AuditEntry[]> =>
  (await Array.fromAsync(readEntries(library.read, { record }))).flat()

/** The entries that an action adds to the audit trail. */
export const entriesOf = async (library: TestLibrary, action: () => Promise<unknown>): Promise<AuditEntry[]> => {
  const before = await readTrail(library)
  await action()
  return (await readTrail(library)).slice(before.length)
}

/** What entries report, without the caller and the time. */
export const summarize = (entries: AuditEntry[]) =>
  entries.map(({ action, record, changes }) => ({ action, record, changes }))

/** Runs SQL on the file of a library, with a connection of its own. Returns the rows of a select. */
export const runSql = (file: string, sql: string, ...values: (string | number | null)[]): unknown[][] => {
  using connection = new Sqlite(file)
  connection.run('PRAGMA busy_timeout = 5000')
  return connection.query(sql).values(...values)
}
