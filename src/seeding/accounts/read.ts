import { findDuplicateMembers, parseJson, visitJson } from '../jsonSyntax.ts'
import { withPositions } from '../positions.ts'
import { type FileProblems, InvalidFile, type ProblemList, pointerOf } from '../problems.ts'
import { validateSchemaMember } from '../read.ts'
import { sectionNames } from '../sections.ts'
import { isObject } from '../validateEntry.ts'

/** The accounts file can't be seeded. */
export class InvalidAccountsFile extends InvalidFile {
  constructor(found: FileProblems) {
    super('accounts file', found)
  }
}

const sections = new Set<string>(sectionNames)

/** Whether the text of a file to seed is an accounts file: `accounts` is its first member that a file to seed has. */
export const isAccountsFile = (text: string): boolean => {
  let isAccounts = false
  const found = new Error('The member is found.')
  try {
    visitJson(text, {
      onObjectProperty: (name, _offset, _length, _line, _character, pathOf) => {
        if (pathOf().length > 0) return
        isAccounts = name === 'accounts'
        // The rest of the file may be long.
        if (isAccounts || sections.has(name)) throw found
      },
    })
  } catch (error) {
    if (error !== found) throw error
  }
  return isAccounts
}

/** How deep the objects of an accounts file are: a track with its key, in the likes of an entry. */
const maxDepth = 4

/**
 * Reads the text of an accounts file. Adds the problems of the file to `problems`, but not those of its entries.
 * @throws InvalidAccountsFile when the text is not a JSON object
 */
export const readAccounts = (text: string, problems: ProblemList): unknown[] => {
  const value = parseJson(text, InvalidAccountsFile)
  if (!isObject(value)) {
    problems.add('', 'An accounts file is a JSON object with accounts.')
    throw new InvalidAccountsFile(withPositions(text, problems))
  }
  findDuplicateMembers(text, problems, maxDepth)
  for (const name of Object.keys(value)) {
    if (name === '$schema' || name === 'accounts') continue
    const sentence = sections.has(name)
      ? 'The catalogue is seeded from a file of its own. Move this section there, and seed both files.'
      : `An accounts file has no "${name}"; it has accounts.`
    problems.add(pointerOf(name), sentence)
  }
  validateSchemaMember(value, problems)
  if (Array.isArray(value.accounts)) return value.accounts
  problems.add('/accounts', 'The accounts must be an array of objects.')
  return []
}
