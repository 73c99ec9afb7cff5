import { resourceNames } from '../../catalogue/resources.ts'
import { ownWork } from '../../library/longWork.ts'
import { type FileProblems, InvalidFile, type ProblemList, pointerOf, quoteName } from '../read/problems.ts'
import { validateSchemaMember } from '../read/readCatalogue.ts'
import { type FileFormat, readEntries } from '../read/readEntries.ts'
import { JsonSyntaxError, scanMembers, skipSpace } from '../read/scanJson.ts'
import type { FileText } from '../read/text.ts'
import { createAccountValidator, type Entry } from './validate.ts'

/** The accounts file can't be seeded. */
export class InvalidAccountsFile extends InvalidFile {
  static override readonly name: string = 'InvalidAccountsFile'

  constructor(found: FileProblems) {
    super('accounts file', found)
  }
}

const sections = new Set<string>(resourceNames)

/** How many members of a file are read to find out what it is, and how many characters. Both formats have less before a section. */
const maxMembers = 1_000
const maxStart = 1_048_576

/** Whether the text of a file to seed is an accounts file: `accounts` is its first member that a file to seed has. */
export const isAccountsFile = (text: string): boolean => {
  const start = skipSpace(text, 0)
  if (text[start] !== '{') return false
  let count = 0
  try {
    for (const { nameStart, nameEnd } of scanMembers(text, start, maxStart)) {
      const name = text.slice(nameStart + 1, nameEnd - 1)
      if (name === 'accounts') return true
      if (sections.has(name) || ++count === maxMembers || nameEnd > maxStart) return false
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
  }
  return false
}

const format: FileFormat = {
  description: 'An accounts file is a JSON object with accounts.',
  sections: ['accounts'],
  // A like by its key has a member.
  maxMembers: 1_000_000,
  maxValues: 1_000_000,
  maxLength: Number.POSITIVE_INFINITY,
  Invalid: InvalidAccountsFile,
}

/**
 * Reads an accounts file, and validates its entries.
 * @param folder - the folder that the paths of files with passwords are relative to
 * @throws InvalidAccountsFile when the text is not a JSON object
 */
export const readAccounts = async (file: FileText, folder: string, problems: ProblemList): Promise<Entry[]> => {
  const entries: Entry[] = []
  const validate = createAccountValidator(folder, problems)
  await readEntries(file, problems, format, {
    work: ownWork,
    onEntry: (_section, index, value) => {
      entries.push(validate(index, value))
    },
    onMember: (name, value) => {
      if (name === '$schema') validateSchemaMember(value, problems)
      else if (name !== 'accounts') problems.add(pointerOf(name), describeUnknown(name))
    },
  })
  if (!file.isArray('accounts')) problems.add('/accounts', 'The accounts must be an array of objects.')
  return entries
}

const describeUnknown = (name: string) =>
  sections.has(name)
    ? 'The catalogue has a file of its own. Move this section there, and import both files.'
    : `An accounts file has no ${quoteName(name)}; it has accounts.`
