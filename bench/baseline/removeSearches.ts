import type { Database } from 'bun:sqlite'

/** Removes what searches need, from the library of a server without them. */
export const removeSearches = (db: Database): void => {
  const triggers = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`)
  for (const column of ['duration_seconds', 'created_at', 'updated_at']) db.run(`DROP INDEX tracks_${column}`)
}
