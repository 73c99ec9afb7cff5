import { type ReportedColumn, type TrackedTable, untracked } from '../../src/library/changes.ts'

/** The columns of a table, without those that are named several times. */
const list = (columns: string[]) => [...new Set(columns)].join(', ')

/** A call of `report_changes` with the values of a column. @param rows - the rows of a table with this column */
const report = ({ kind, column }: ReportedColumn, rows: string, isNew = false): string =>
  `PERFORM report_changes('${kind}', ${Number(isNew)}, array_agg(DISTINCT ${column})) FROM ${rows};`

const reportUntracked = `PERFORM report_changes('${untracked}', 0, ARRAY[0]::bigint[])`

/** The rows of an update that were not there before, with some of their columns. */
const addedRows = (columns: string) => `SELECT ${columns} FROM new_rows EXCEPT SELECT ${columns} FROM old_rows`

const removedRows = (columns: string) => `SELECT ${columns} FROM old_rows EXCEPT SELECT ${columns} FROM new_rows`

/**
 * A trigger for updates of single columns can't have old and new rows. So they are compared: an update that sets such a column to the
 * value that it has is not reported.
 */
const reportUpdate = ({ changes, parents = [], columns }: TrackedTable): string[] => [
  ...changes.map((change) => {
    const ids = `SELECT ${change.column} FROM new_rows UNION SELECT ${change.column} FROM old_rows`
    if (!columns) return report(change, `(${ids}) AS rows`)
    const compared = list([change.column, ...columns])
    return report(change, `((${addedRows(compared)}) UNION ALL (${removedRows(compared)})) AS rows`)
  }),
  ...parents.map((parent) =>
    report(parent, `(${addedRows(list([...changes.map(({ column }) => column), parent.column]))}) AS rows`),
  ),
]

interface Reports {
  inserts: string[]
  updates: string[]
  deletes: string[]
}

const createTriggers = (table: string, { inserts, updates, deletes }: Reports): string => {
  const branch = (statements: string[]) => statements.map((statement) => `\t\t${statement}\n`).join('')
  const trigger = (event: string, references: string) =>
    `CREATE OR REPLACE TRIGGER report_${event.toLowerCase()} AFTER ${event} ON ${table}${references}
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_${table}();
`
  return `CREATE OR REPLACE FUNCTION report_changes_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
${branch(inserts)}	ELSIF tg_op = 'UPDATE' THEN
${branch(updates)}	ELSIF tg_op = 'DELETE' THEN
${branch(deletes)}	ELSE
${branch([`${reportUntracked};`])}	END IF;
	RETURN NULL;
END
$$;
${trigger('INSERT', ' REFERENCING NEW TABLE AS new_rows')}${trigger('UPDATE', ' REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows')}${trigger('DELETE', ' REFERENCING OLD TABLE AS old_rows')}${trigger('TRUNCATE', '')}`
}

const reportsOf = (tracked: TrackedTable | undefined): Reports | undefined => {
  if (!tracked) {
    const reportRows = (rows: string) => [`${reportUntracked} FROM ${rows} HAVING count(*) > 0;`]
    return { inserts: reportRows('new_rows'), updates: reportRows('new_rows'), deletes: reportRows('old_rows') }
  }
  const { changes, parents = [], reportsNew } = tracked
  if (changes.length === 0 && parents.length === 0) return
  return {
    inserts: [
      ...changes.map((change) => report(change, 'new_rows', reportsNew)),
      ...parents.map((parent) => report(parent, 'new_rows')),
    ],
    updates: reportUpdate(tracked),
    deletes: changes.map((change) => report(change, 'old_rows')),
  }
}

/**
 * Returns the SQL of the triggers that report the changes of tables on PostgreSQL, as src/library/file/changeCapture.ts does for a file.
 * It replaces the triggers that a table has.
 * @param tables - the names of the tables; those that are not tracked are reported as such
 */
export const createChangeTriggers = (tables: readonly string[], tracked: readonly TrackedTable[]): string =>
  tables
    .flatMap((name) => {
      const reports = reportsOf(tracked.find(({ table }) => table === name))
      return reports ? createTriggers(name, reports) : []
    })
    .join('\n')
