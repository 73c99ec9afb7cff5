import type { Database as Sqlite } from 'bun:sqlite'
import { type FoldedLetters, foldName, hasSpecialLetters } from '../searchSchema.ts'

/** Past this number of rows the table is emptied. It needs the names of one statement. */
const maxRows = 1_000

/**
 * Folds names before they are written. The triggers of the library can fold each name, whichever program writes it, but SQL looks up
 * one letter after another: 5 to 20 µs for a name with an accent or a comma, and JavaScript takes 1 to 2.
 *
 * The folded names wait in a TEMP table of this connection. A TEMP trigger stores the name from there, and keeps the trigger of the
 * library from running: SQLite runs the triggers of the schema `temp` first, and RAISE(IGNORE) ends the statement that they run for,
 * which is the INSERT into the view `names_to_fold`. A name that is not in the table is folded by the trigger of the library.
 * @param client - the connection that writes. A change of its `temp_store` deletes the table
 */
export const createNameFolding = (client: Sqlite) => {
  client.run('DROP TRIGGER IF EXISTS temp.store_precomputed_folds')
  client.run('DROP TABLE IF EXISTS temp.precomputed_folds')
  client.run('CREATE TEMP TABLE precomputed_folds (name TEXT PRIMARY KEY, folded TEXT NOT NULL) WITHOUT ROWID')
  client.run(storePrecomputed)
  const clear = client.prepare('DELETE FROM precomputed_folds')
  const insert = client.prepare(
    'INSERT OR IGNORE INTO precomputed_folds SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  )
  let letters: FoldedLetters | undefined
  let rows = 0
  /** Folds names that the next statement writes. */
  return (names: readonly string[]): void => {
    const special = names.filter(hasSpecialLetters)
    if (special.length === 0) return
    letters ??= readLetters(client)
    if (rows > maxRows) clear.run()
    rows = (rows > maxRows ? 0 : rows) + special.length
    const pairs: string[][] = []
    for (const name of special) pairs.push([name, foldName(name, letters)])
    insert.run(JSON.stringify(pairs))
  }
}

const readLetters = (client: Sqlite): FoldedLetters =>
  new Map(client.query('SELECT letter, folded FROM folded_letters').values() as [string, string][]) // both are texts

/** Does the same as the trigger of the view (migrations/0007_undo.sql). */
const storePrecomputed = `CREATE TEMP TRIGGER store_precomputed_folds INSTEAD OF INSERT ON main.names_to_fold
  WHEN EXISTS (SELECT 1 FROM precomputed_folds WHERE name = new.name) BEGIN
    DELETE FROM folded_names WHERE resource = new.resource AND id = new.id;
    INSERT INTO folded_names (resource, id, folded)
      SELECT new.resource, new.id, folded FROM precomputed_folds WHERE name = new.name;
    SELECT RAISE(IGNORE);
  END`
