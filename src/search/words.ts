import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../database/connection.ts'
import { hasWords, titlesWithWords, type WordParameters } from '../database/engineSql.ts'
import { type FoldedLetters, foldName } from '../database/folding.ts'
import { prepared } from '../database/prepared.ts'
import { folded_letters, folded_names } from '../database/searchSchema.ts'
import type { Rows } from './rows.ts'
import type { Searchable } from './searchables.ts'

// The words of `q`, and the conditions that a name has them: all words, and the last one at least as the beginning of a
// word.

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

const parameterNames = (count: number): WordParameters => ({
  each: Array.from({ length: count }, (_, index) => `word${index}`),
  all: 'words',
  patterns: 'patterns',
  fts5: 'match',
})

/** The parameters of the conditions. */
export const wordParameters = (words: string[]): Record<string, string> => {
  const { each, all, patterns, fts5 } = parameterNames(words.length)
  const ends = (index: number) => (index === words.length - 1 ? '' : ' ')
  return {
    [all]: words.join(' '),
    // A folded word has no line feed.
    [patterns]: words.map((word, index) => `% ${word.replaceAll(/[\\%_]/g, '\\$&')}${ends(index)}%`).join('\n'),
    // A text in quotes is one word to FTS5, whatever it contains: https://sqlite.org/fts5.html#fts5_strings
    [fts5]: `${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ')} *`,
    ...Object.fromEntries(each.map((name, index) => [name, ` ${words[index]}${ends(index)}`])),
  }
}

/** The condition that a folded name has all words. */
export const nameHasWords = (folded: SQLWrapper, count: number): SQL => hasWords(folded, parameterNames(count))

/** The folded names that have all words. */
export const namesWithWords = ({ searchedName }: Searchable, count: number): Rows => ({
  from: sql`${folded_names}`,
  id: sql`${folded_names.id}`,
  where: sql`${folded_names.resource} = ${sql.raw(`'${searchedName}'`)} and ${nameHasWords(folded_names.folded, count)}`,
})

/** The same from the index of words, which takes less time unless most of the tracks have the words. */
export const indexedNamesWithWords = (count: number): Rows => titlesWithWords(parameterNames(count))
