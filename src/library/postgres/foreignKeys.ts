import type { RunStatement } from './session.ts'

const selectForeignKeys = `SELECT format('%I', relname), format('%I', conname), pg_get_constraintdef(pg_constraint.oid)
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace`

/**
 * Runs `work` without foreign keys, in a transaction. They are checked afterwards, all rows at once: to check each row when it is
 * inserted takes several times as long as to insert it. Other transactions wait until this one ends.
 */
export const withoutForeignKeys = async (run: RunStatement, work: () => Promise<void>): Promise<void> => {
  const foreignKeys = await run(selectForeignKeys, [])
  for (const [table, name] of foreignKeys) await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`, [])
  await work()
  for (const [table, name, definition] of foreignKeys)
    await run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`, [])
}
