import type { Reader } from '../library/connection.ts'
import { prepared } from '../library/prepared.ts'
import { type FoldedLetters, folded_letters, foldName } from '../library/searchSchema.ts'

const selectLetters = prepared((on) => on.select().from(folded_letters).prepare())

const lettersOf = new WeakMap<Reader, FoldedLetters>()

/** Reads how letters are folded, once for each connection: only a migration changes it. */
const readLetters = async (read: Reader): Promise<FoldedLetters> => {
  const rows = await selectLetters(read).all()
  const letters = new Map(rows.map(({ letter, folded }) => [letter, folded]))
  lettersOf.set(read, letters)
  return letters
}

/** Returns a text as the folded name of a record with this name. */
export const readFolded = async (read: Reader, text: string): Promise<string> =>
  foldName(text, lettersOf.get(read) ?? (await readLetters(read)))

/** Returns the words of a text that is not blank, folded: at least one. */
export const readWords = async (read: Reader, text: string): Promise<string[]> =>
  (await readFolded(read, text)).split(' ').filter((word) => word !== '')
