import {
  accountsCheck,
  type Check,
  catalogueOrPathCheck,
  describeCopy,
  describeWrong,
  describeWrongOptions,
  libraryCheck,
  nowCheck,
  usersCheck,
} from '../src/embedding/checks.ts'
import type { AccountEntry } from '../src/seeding/accounts/format.ts'
import type { GeneratedCatalogue } from '../src/seeding/generate/generateCatalogue.ts'

/** An account, as in the file of accounts: with a password or a fixed token, a role, likes … */
export type TestUser = AccountEntry

/** `sample`, `empty`, a catalogue as an object, the numbers of one that is made up, or the path or `file:` URL of a catalogue file. */
export type TestCatalogue = 'sample' | 'empty' | GeneratedCatalogue | (string & {}) | URL | object

export interface TestLibraryOptions {
  /** The path of the executable. By default it is looked for: see `docs/building-on-it.md`. */
  executable?: string | undefined
  /** The path or `file:` URL of a library or a backup: the library is a copy of it. The file is only read. */
  library?: string | URL | undefined
  /** Whether the copy has the accounts, the likes and the audit trail of the file; true by default. */
  accounts?: boolean | undefined
  /** No records by default. */
  catalogue?: TestCatalogue | undefined
  /** The accounts, in the order of their ids; none by default. */
  users?: readonly TestUser[] | undefined
  /** The instant of the first write, such as `2026-01-01T00:00:00Z`: each further write is a microsecond later. */
  now?: string | undefined
  /** Further arguments of `serve`, such as `['--registration', 'closed']`. */
  args?: readonly string[] | undefined
  /** How long the start may take, in milliseconds; 20,000 by default. */
  timeoutMs?: number | undefined
}

/** The longest time that a timer takes. */
const maxTimeoutMs = 2_147_483_647

const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')

const checks: Record<keyof TestLibraryOptions, Check> = {
  executable: { isValid: (value) => typeof value === 'string' && value !== '', expected: 'the path of the executable' },
  library: libraryCheck,
  accounts: accountsCheck,
  catalogue: catalogueOrPathCheck,
  users: usersCheck,
  now: nowCheck,
  args: {
    isValid: isTexts,
    expected: "an array of arguments, such as ['--registration', 'closed']",
    adviceFor: adviceForArguments,
  },
  timeoutMs: {
    isValid: (value) => typeof value === 'number' && value >= 0 && value <= maxTimeoutMs,
    expected: `a number of milliseconds, from 0 to ${maxTimeoutMs}`,
  },
}

function adviceForArguments(value: unknown) {
  if (typeof value === 'string') return `Give ${writeTexts(value.split(/\s+/).filter(Boolean))}.`
  return Array.isArray(value) ? `Give texts: ${writeTexts(value)}.` : undefined
}

const writeTexts = (values: unknown[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`

/** The server checks what is in the catalogue and in the accounts. @throws TypeError for an unknown option, and for a value of the wrong form */
export const validateOptions = (options: TestLibraryOptions): void =>
  refuse(describeWrongOptions(options, checks) ?? describeCopy(options))

/** @throws TypeError for a value that is no catalogue */
export const requireCatalogue = (value: unknown): void =>
  refuse(describeWrong('The catalogue', catalogueOrPathCheck, value))

const refuse = (problem: string | undefined) => {
  if (problem !== undefined) throw new TypeError(problem)
}
