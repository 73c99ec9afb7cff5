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
