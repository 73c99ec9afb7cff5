import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// The names and titles as they are searched and sorted: in lower case, without accents, and with one space in place of
// everything between two words. Permanent triggers write them (migrations/0006_search.sql, changed by 0007_undo.sql), whichever
// program writes the records.
export const folded_names = sqliteTable(
  'folded_names',
  {
    // The name of a resource, `users`, or `users.name_and_email`.
    resource: text().notNull(),
    id: integer().notNull(),
    folded: text().notNull(),
  },
  (name) => [
    primaryKey({ columns: [name.resource, name.id] }),
    index('folded_names_order').on(name.resource, name.folded, name.id),
  ],
)

// What replaces each character that is not replaced by itself or, from A to Z, by its small letter.
export const folded_letters = sqliteTable('folded_letters', {
  letter: text().primaryKey(),
  folded: text().notNull(),
})

/** What replaces each character that is not replaced by itself or, from A to Z, by its small letter: the rows of `folded_letters`. */
export type FoldedLetters = ReadonlyMap<string, string>

/** Folds a name exactly as the triggers of the library do (migrations/0006_search.sql). A test compares both. */
export const foldName = (name: string, letters: FoldedLetters): string => {
  let folded = ''
  for (const letter of name) folded += letters.get(letter) ?? toAsciiLowerCase(letter)
  return folded.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '') || name
}

/** As `lower` of SQLite, which knows no other letters. */
const toAsciiLowerCase = (letter: string) => (letter >= 'A' && letter <= 'Z' ? letter.toLowerCase() : letter)

/** Whether folding a name does more than to make A to Z small. */
export const hasSpecialLetters = (name: string): boolean => /[^a-zA-Z0-9 ]/.test(name)
