import { resolve } from 'node:path'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { isObject } from '../../base/objects.ts'
import { joinWords } from '../../base/words.ts'
import { commandToHide, readSecretFile } from '../../library/secretFile.ts'
import { passwordProblem } from '../../validation/rules.ts'
import { type ProblemList, pointerOf } from '../read/problems.ts'
import { createEntryValidator } from '../read/validateEntry.ts'
import { type Account, AccountEntrySchema } from './format.ts'

/** An entry whose own members have been validated. */
export interface Entry {
  /** The JSON pointer of the entry. */
  pointer: string
  /** Only the likes can be used if the entry is not valid. */
  isValid: boolean
  /** With the password in place of the file that contains it. */
  account: Account
}

const validateEntry = createEntryValidator('accounts', 'account', AccountEntrySchema)

/**
 * Creates a function that validates the entries of a file, one after the other, and puts their values into their normal form in place. It adds
 * each problem to `problems`.
 * @param folder - the folder that the paths of files with passwords are relative to
 */
export const createAccountValidator = (folder: string, problems: ProblemList) => {
  const indexes = { email: new Map<string, number>(), token: new Map<string, number>() }
  return (index: number, value: unknown): Entry => {
    const pointer = pointerOf('accounts', index)
    const previousCount = problems.count
    // A valid entry is an Account.
    const account = validateEntry(index, value, problems) as Account
    resolvePassword(account, pointer, folder, problems)
    // An invalid address is replaced by a text, and an invalid token has a problem already.
    const identities = { email: account.email.toLowerCase(), token: account.token }
    for (const member of ['email', 'token'] as const) {
      const text = identities[member]
      const first = text === undefined ? index : indexes[member].getOrInsert(text, index)
      if (first === index) continue
      problems.add(`${pointer}/${member}`, `Number ${first + 1} of accounts has the same ${member}. Take one out.`)
    }
    return { pointer, isValid: problems.count === previousCount, account }
  }
}

/** Validates entries of a caller without changing them. */
export const validateAccounts = async (
  values: readonly unknown[],
  folder: string,
  problems: ProblemList,
): Promise<Entry[]> => {
  const validate = createAccountValidator(folder, problems)
  const entries: Entry[] = []
  for (const [index, value] of values.entries()) {
    entries.push(validate(index, copy(value)))
    await yieldIfDue()
  }
  return entries
}

const copy = (value: unknown) => {
  if (!isObject(value)) return value
  return { ...value, ...(Array.isArray(value.likes) && { likes: [...value.likes] }) }
}

const passwordMembers = ['password', 'password_file', 'password_hash'] as const

/** Replaces the file with the password by the password. */
const resolvePassword = (account: Account, pointer: string, folder: string, problems: ProblemList): void => {
  const members = passwordMembers.filter((member) => account[member] !== undefined)
  const [first, second] = members
  if (second) problems.add(`${pointer}/${second}`, `An account has one of ${joinWords(members)}. Keep one of them.`)
  const file: unknown = account.password_file
  if (first !== 'password_file' || second || typeof file !== 'string') return
  const path = resolve(folder, file)
  const password = readSecretFile(path)
  const problem = fileProblem(path, password)
  if (problem) {
    problems.add(`${pointer}/password_file`, `The password_file ${problem}`)
    return
  }
  account.password = password
}

const fileProblem = (path: string, password: string | undefined) => {
  if (password === undefined) return `can't be read: ${path}. A path is relative to the folder of this file.`
  if (password === '') return `is an empty file: ${path}`
  const problem = passwordProblem(password)
  if (problem) return `has a password that ${problem}`
  const command = commandToHide(path)
  return command && `can be read by others: ${path}. Keep it to yourself: ${command}`
}
