import { availableParallelism } from 'node:os'
import limit from 'p-limit'
import { HashQueueFull } from '../errors.ts'
import type { AbortCheck } from '../security/authPolicy.ts'

/**
 * argon2id with the least memory that OWASP recommends: about 20 MiB and 30 ms for each hash, so that a small server
 * can handle several log-ins at once. Each hash contains its cost, so hashes with another cost stay valid.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * The hash of a discarded random password, with the same cost. Passwords are compared with it if there is no account.
 */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1PUcdqX8X+DgSfVIlj93/0S/Gf4SoIs5wqLt4N0vh8w$H9MfO6pN8TCq9wKwiXszHAv/Brszwh6wI4aJE+4zsYg'

/** Hashes one password on each core at a time: more in parallel would take more memory, and no less time. */
const pool = limit(availableParallelism())

/** How many passwords may wait for the pool: with one core, about four seconds of work. */
export const maxQueuedHashes = 100

const neverAbort: AbortCheck = () => {}

const runInPool = <T>(work: () => Promise<T>, abortCheck: AbortCheck): Promise<T> => {
  if (pool.pendingCount >= maxQueuedHashes) throw new HashQueueFull()
  return pool(async () => {
    abortCheck()
    return work()
  })
}

/** @throws HashQueueFull */
export const hashPassword = async (password: string, abortCheck = neverAbort): Promise<string> =>
  runInPool(() => Bun.password.hash(password, cost), abortCheck)

/** Whether a password matches a hash. Without a hash this takes as long, and returns false. @throws HashQueueFull */
export const verifyPassword = async (
  password: string,
  hash: string | undefined,
  abortCheck = neverAbort,
): Promise<boolean> => {
  // Bun throws if the text is not a hash. No password matches such a text.
  const verify = () => Bun.password.verify(password, hash ?? dummyHash).catch(() => false)
  const matches = await runInPool(verify, abortCheck)
  return matches && hash !== undefined
}
