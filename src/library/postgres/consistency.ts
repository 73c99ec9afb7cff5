import { quoteName } from './copiedTables.ts'
import type { RunStatement } from './session.ts'

// Each function runs in one transaction with repeatable reads, which the caller rolls back.

const selectReferences = `SELECT child.relname, referring.attname, parent.relname, referred.attname
  FROM pg_constraint
  JOIN pg_class AS child ON child.oid = conrelid
  JOIN pg_class AS parent ON parent.oid = confrelid
  JOIN pg_attribute AS referring ON referring.attrelid = conrelid AND referring.attnum = conkey[1]
  JOIN pg_attribute AS referred ON referred.attrelid = confrelid AND referred.attnum = confkey[1]
  WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace
  ORDER BY conname`

/** Returns the number of rows that refer to records which are not there, by column. */
export const findOrphans = async (run: RunStatement): Promise<{ column: string; rows: number }[]> => {
  const orphans: { column: string; rows: number }[] = []
  for (const names of await run(selectReferences, [])) {
    const [child, column, parent, referred] = names.map(String).map(quoteName)
    const [row] = await run(
      `SELECT count(*) FROM ${child} AS child WHERE ${column} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${parent} AS parent WHERE parent.${referred} = child.${column})`,
      [],
    )
    if (Number(row?.[0]) > 0) orphans.push({ column: `${names[0]}.${names[1]}`, rows: Number(row?.[0]) })
  }
  return orphans
}

/** The folded names of a resource are those of this text of a table. */
const foldedTexts = [
  ['labels', 'labels', 'name'],
  ['genres', 'genres', 'name'],
  ['artists', 'artists', 'name'],
  ['albums', 'albums', 'title'],
  ['tracks', 'tracks', 'title'],
  ['users', 'users', 'name'],
  ['users.name_and_email', 'users', "name || ' ' || email"],
] as const

/** How many names one statement folds: none may take longer than the client waits. */
const namesPerStatement = 20_000

/**
 * Folds all names anew, into a temporary table that takes the place of the one of the library.
 * @returns how many folded names differ from those of the library, are missing or are left over
 */
export const countWrongFoldedNames = async (run: RunStatement): Promise<number> => {
  const [[schema] = []] = await run('SELECT current_schema()', [])
  const stored = `${quoteName(String(schema))}.folded_names`
  await run(`CREATE TEMP TABLE folded_names (LIKE ${stored})`, [])
  await run('ALTER TABLE pg_temp.folded_names ADD PRIMARY KEY (resource, id)', [])
  for (const [resource, table, text] of foldedTexts) {
    const fold = `WITH page AS (SELECT id, ${text} AS name FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${namesPerStatement})
      SELECT max(id), fold_names('${resource}', array_agg(id), array_agg(name))::text FROM page`
    for (let last: unknown = 0; last !== null; ) last = (await run(fold, [last]))[0]?.[0] ?? null
  }
  const columns = 'resource, id, folded'
  const [row] = await run(
    `SELECT (SELECT count(*) FROM (SELECT ${columns} FROM ${stored} EXCEPT SELECT ${columns} FROM pg_temp.folded_names) AS wrong),
      (SELECT count(*) FROM (SELECT ${columns} FROM pg_temp.folded_names EXCEPT SELECT ${columns} FROM ${stored}) AS lacking)`,
    [],
  )
  return Math.max(...(row ?? []).map(Number))
}

const selectSequences = `SELECT owner.relname, sequence.relname FROM pg_class AS sequence
  JOIN pg_depend ON objid = sequence.oid AND classid = 'pg_class'::regclass AND refobjsubid > 0
  JOIN pg_class AS owner ON owner.oid = refobjid
  WHERE sequence.relkind = 'S' AND owner.relnamespace = current_schema()::regnamespace
  ORDER BY owner.relname`

/** Returns the sequences that would give a new record an id that another one has, with the highest id of the table. */
export const findLowSequences = async (run: RunStatement): Promise<{ sequence: string; highest: string }[]> => {
  const lowSequences: { sequence: string; highest: string }[] = []
  for (const [table, sequence] of await run(selectSequences, [])) {
    const [row] = await run(
      `SELECT highest, coalesce(pg_sequence_last_value($1::regclass), 0) >= highest
        FROM (SELECT coalesce(max(id), 0) AS highest FROM ${quoteName(String(table))}) AS ids`,
      [quoteName(String(sequence))],
    )
    if (row?.[1] !== true) lowSequences.push({ sequence: String(sequence), highest: String(row?.[0]) })
  }
  return lowSequences
}
