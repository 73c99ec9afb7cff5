import { availableParallelism } from 'node:os'
import limit from 'p-limit'
import { HashQueueFull } from '../errors.ts'

/**
 * argon2id with OWASP's least memory: about 20 MiB and 40 ms a hash, so that a small server can take several log-ins at
 * once. The cost is written into each hash, so hashes made with another stay good.
 */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Of a random password that nobody kept, with the same cost: compared with when there is no account. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1PUcdqX8X+DgSfVIlj93/0S/Gf4SoIs5wqLt4N0vh8w$H9MfO6pN8TCq9wKwiXszHAv/Brszwh6wI4aJE+4zsYg'

/** A hash for each core at a time: more at once would take more memory, and no less time. */
const pool = limit(availableParallelism())

/** How many may wait: with one core, about four seconds' worth. */
export const maxQueuedHashes = 100

/** Called when its turn has come, before a password is hashed: it throws where that is no longer wanted. */
export type AbortCheck = () => void

/** @throws HashQueueFull, at once, when too many wait already. */
const runInPool = <T>(work: () => Promise<T>, proceed: AbortCheck): Promise<T> => {
  if (pool.pendingCount >= maxQueuedHashes) throw new HashQueueFull()
  return pool(async () => {
    proceed()
    return work()
  })
}

const neverAbort: AbortCheck = () => {}

/** @throws HashQueueFull */
export const hashPassword = async (password: string, proceed = neverAbort): Promise<string> =>
  runInPool(() => Bun.password.hash(password, cost), proceed)

/** Whether the password fits the hash. Without a hash it takes as long, and is false. @throws HashQueueFull */
export const verifyPassword = async (
  password: string,
  hash: string | undefined,
  proceed = neverAbort,
): Promise<boolean> => {
  // A text that is no hash at all fits no password; Bun refuses it with an error.
  const fits = await runInPool(() => Bun.password.verify(password, hash ?? dummyHash).catch(() => false), proceed)
  return fits && hash !== undefined
}
