import type { AccountEntry } from '../src/seeding/accounts/entry.ts'

/** An account, as in the file of accounts: with a password or a fixed token, a role, likes … */
export type TestUser = AccountEntry

/** `sample`, `empty`, a catalogue as an object, or the path or `file:` URL of a catalogue file. */
export type TestCatalogue = 'sample' | 'empty' | (string & {}) | URL | object

export interface TestLibraryOptions {
  /** The path of the executable. By default it is looked for: see `docs/building-on-it.md`. */
  executable?: string | undefined
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

const names: (keyof TestLibraryOptions)[] = ['executable', 'catalogue', 'users', 'now', 'args', 'timeoutMs']

/** The server checks the values. @throws TypeError for an unknown option, which it never sees */
export const requireKnownOptions = (options: TestLibraryOptions): void => {
  const unknown = Object.keys(options).find((name) => !names.some((known) => known === name))
  if (unknown !== undefined) throw new TypeError(`There is no option "${unknown}". There are ${names.join(', ')}.`)
}
