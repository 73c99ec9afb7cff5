/** An account that is created at the start. */
export interface TestUser {
  email: string
  /** 8 to 1,024 characters. */
  password: string
  /** `user` by default. */
  role?: 'admin' | 'user' | undefined
  /** The part of the address before the @ by default. */
  name?: string | undefined
}

export interface TestLibraryOptions {
  /** The path of the executable. By default it is looked for: see `docs/building-on-it.md`. */
  executable?: string | undefined
  /** `sample`, a catalogue as an object, or the path or `file:` URL of a catalogue file; no records by default. */
  catalogue?: 'sample' | (string & {}) | URL | object | undefined
  /** The accounts, in the order of their ids; none by default. If there is an admin, the first one is an admin. */
  users?: readonly TestUser[] | undefined
  /** Further arguments of `serve`, such as `['--registration', 'closed']`. */
  args?: readonly string[] | undefined
  /** How long the start may take, in milliseconds; 20,000 by default. */
  timeoutMs?: number | undefined
}

const names: (keyof TestLibraryOptions)[] = ['executable', 'catalogue', 'users', 'args', 'timeoutMs']
const userNames: (keyof TestUser)[] = ['email', 'password', 'role', 'name']

/** @throws TypeError for an unknown option or member of a user, and for wrong users */
export const validateOptions = (options: TestLibraryOptions): void => {
  requireKnown(options, names, 'option')
  const { users = [] } = options
  for (const user of users) {
    requireKnown(user, userNames, 'member of a user')
    if (typeof user.email !== 'string' || typeof user.password !== 'string')
      throw new TypeError('Each user has an email and a password.')
    if (user.role !== undefined && user.role !== 'admin' && user.role !== 'user')
      throw new TypeError(`The role of ${user.email} is "${user.role}". It is 'admin' or 'user'.`)
  }
  // Only an admin can create others, and the server creates one at its start.
  if (users.some(({ role }) => role === 'admin') && users[0]?.role !== 'admin')
    throw new TypeError('One of the users is an admin. Name an admin first.')
}

const requireKnown = (value: object, known: string[], kind: string) => {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`There is no ${kind} "${unknown}". There are ${known.join(', ')}.`)
}
