import { availableParallelism } from 'node:os'
import { HashQueueFull } from '../base/errors.ts'
import { createScheduler, type SchedulerOptions } from '../base/scheduler.ts'
import { processOwner } from '../base/taskOwner.ts'
import { testHashPrefix } from '../library/testHashes.ts'
import type { HashOptions } from './authPolicy.ts'

/**
 * argon2id with the least memory that OWASP recommends: about 20 MiB and 30 ms for each hash, so that a small server
 * can handle several logins at once. Each hash contains its cost, so hashes with another cost stay valid.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * The hash of a discarded random password, with the same cost. Passwords are compared with it if there is no account. An
 * account without a password has it, so that a login takes as long as for any other.
 */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1PUcdqX8X+DgSfVIlj93/0S/Gf4SoIs5wqLt4N0vh8w$H9MfO6pN8TCq9wKwiXszHAv/Brszwh6wI4aJE+4zsYg'

/** How many passwords may wait to be hashed: with one core, about four seconds of work. */
export const maxQueuedHashes = 100

/** One password is hashed on each core at a time: more in parallel would take more memory, and no less time. */
export const hashPlaces: SchedulerOptions = { capacity: availableParallelism(), maxWaiting: maxQueuedHashes }

const scheduler = createScheduler(hashPlaces, () => new HashQueueFull())

/**
 * The form of a password that is hashed. An é is one character or two in Unicode: which of them a keyboard sends depends on the system, and
 * nobody sees a difference.
 */
export const normalizePassword = (password: string): string => password.normalize('NFC')

/** A hash that costs nothing, for the password of a test. It is salted, and that is all. */
export const hashTestPassword = (password: string): string => {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url')
  return `${testHashPrefix}${salt}$${saltedHash(salt, normalizePassword(password))}`
}

const saltedHash = (salt: string, password: string) =>
  new Bun.CryptoHasher('sha256').update(`${salt}$${password}`).digest('base64url')

const matchesTestHash = (password: string, hash: string) => {
  const [salt = '', expected] = hash.slice(testHashPrefix.length).split('$')
  return saltedHash(salt, password) === expected
}

/** For a hash that no request of a client needs. */
const defaultOptions: HashOptions = { owner: processOwner, abortCheck: () => {} }

const enqueue = <T>(hash: () => Promise<T>, { owner, abortCheck }: HashOptions): Promise<T> =>
  scheduler.run({ owners: [owner], isAbandoned: false }, async () => {
    abortCheck()
    return hash()
  })

/** @throws HashQueueFull */
export const hashPassword = async (password: string, options = defaultOptions): Promise<string> =>
  enqueue(() => Bun.password.hash(normalizePassword(password), cost), options)

/**
 * Compares a password with a hash in its normal form and, where that is another text, as it was sent: earlier versions and other programs
 * hash that. Without a hash this takes as long.
 * @returns which of them matches; undefined for none
 * @throws HashQueueFull
 */
export const verifyPassword = async (
  password: string,
  hash: string | undefined,
  options = defaultOptions,
): Promise<'normalized' | 'sent' | undefined> => {
  const normalized = normalizePassword(password)
  if (await matchesHash(normalized, hash, options)) return 'normalized'
  return normalized !== password && (await matchesHash(password, hash, options)) ? 'sent' : undefined
}

const matchesHash = async (text: string, hash: string | undefined, options: HashOptions): Promise<boolean> => {
  if (hash?.startsWith(testHashPrefix)) return options.acceptsTestHashes === true && matchesTestHash(text, hash)
  // Bun throws if the text is not a hash. No password matches such a text.
  const verify = () => Bun.password.verify(text, hash ?? dummyHash).catch(() => false)
  const matches = await enqueue(verify, options)
  return matches && hash !== undefined
}

/** Which texts can be stored as the hash of a password, in JSON Schema: argon2id with up to 1 GB, and bcrypt. */
export const passwordHashPattern =
  '^(?:\\$argon2id\\$v=19\\$m=[1-9][0-9]{0,5},t=[1-9][0-9]?,p=[1-9][0-9]?\\$[A-Za-z0-9+/]+\\$[A-Za-z0-9+/]+|' +
  '\\$2[aby]\\$(?:0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{53})$'

const passwordHash = new RegExp(passwordHashPattern)

/** Whether a text is a hash that passwords can be compared with. It is tried with the lowest cost, which takes a millisecond. */
export const isPasswordHash = (text: string): boolean => {
  if (!passwordHash.test(text)) return false
  try {
    Bun.password.verifySync('any', text.replace(/m=\d+,t=\d+,p=\d+/, 'm=8,t=1,p=1').replace(/(?<=^\$2.\$)\d\d/, '04'))
    return true
  } catch {
    return false
  }
}
