import { postgresMigrations } from '../../../migrations/postgres/index.ts'
import type { OwnConnection } from './client.ts'
import type { RunStatement } from './session.ts'

/**
 * Selects what migrations have created in the first schema of the search path: its kind, its name, and a definition, which is the same
 * in each database with the same migrations.
 */
const selectObjects = `
SELECT 'table', format('%I.%I', relname, attname), concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attcollation,
    pg_get_expr(adbin, adrelid, true))
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
UNION ALL
SELECT 'table', format('%I on %I', conname, relname), concat_ws(' ', pg_get_constraintdef(pg_constraint.oid, true), convalidated,
    (SELECT count(*) FROM pg_trigger WHERE tgconstraint = pg_constraint.oid AND tgenabled = 'D'))
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE relnamespace = current_schema()::regnamespace AND contype <> 't'
UNION ALL
SELECT 'table', format('index %I', relname), concat_ws(' ', pg_get_indexdef(indexrelid, 0, true), indisvalid, indisready)
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'trigger', format('%I on %I', tgname, relname), concat_ws(' ', pg_get_triggerdef(pg_trigger.oid, true), tgenabled)
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
UNION ALL
SELECT 'trigger', format('%s()', proname), concat_ws(' ', pg_get_function_arguments(pg_proc.oid), pg_get_function_result(pg_proc.oid),
    provolatile, prosrc)
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`

/** The name of the schema with a second set of tables, for the time of the comparison. */
const secondSchema = 'music_library_doctor'

interface StructureProblems {
  /** The names of columns, constraints and indexes that are missing or different. */
  tables: string[]
  /** The names of triggers, and of functions that they call, that are missing, disabled or different. */
  triggers: string[]
}

/**
 * Compares what migrations have created with what the same migrations create now, in a second schema. The transaction has to be rolled
 * back by the caller.
 */
export const findStructureProblems = async ({ run, runScript }: OwnConnection): Promise<StructureProblems> => {
  const objects = await readObjects(run)
  // What is rolled back to here holds no locks any more.
  await run('SAVEPOINT second_schema', [])
  await run(`CREATE SCHEMA ${secondSchema}`, [])
  await run(`SET LOCAL search_path = ${secondSchema}`, [])
  for (const { sql } of postgresMigrations) await runScript(sql)
  const expected = await readObjects(run)
  await run('ROLLBACK TO SAVEPOINT second_schema', [])
  // What an operator has added, such as an index, does no harm.
  const differing = [...expected].filter(([name, { definition }]) => objects.get(name)?.definition !== definition)
  const namesOf = (kind: string) => differing.filter(([, object]) => object.kind === kind).map(([name]) => name)
  return { tables: namesOf('table'), triggers: namesOf('trigger') }
}

const readObjects = async (run: RunStatement) => {
  const rows = await run(selectObjects, [])
  return new Map(rows.map(([kind, name, definition]) => [String(name), { kind, definition }]))
}
