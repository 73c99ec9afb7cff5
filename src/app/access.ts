import { createDelay } from '../accounts/attemptQueue.ts'
import { createAuthPolicy } from '../accounts/authPolicy.ts'
import { createGuests } from '../accounts/guestTokens.ts'
import { createLoginThrottle } from '../accounts/loginThrottle.ts'
import type { OwnerOf } from '../accounts/requestOwner.ts'
import { createSigner } from '../accounts/signer.ts'
import { keysOf, mapValues } from '../base/objects.ts'
import { createRequestCounter } from '../http/rateLimit.ts'
import type { ChangeableOptions, ServiceOptions } from './options.ts'

/** Who may log in, register and read as a guest, and how often each client may send requests. */
export const createAuth = (
  { library, loginThrottle, limits = {}, onFailedLogin, ...options }: ServiceOptions,
  clientIp: (request: Request) => string,
  ownerOf: OwnerOf,
) => {
  let { registration = 'open', guest = 'off' } = options
  const { now = library.clock.runningMs } = options
  let failedLogins = 0
  const counters = mapValues({ login: limits.login, register: limits.register, all: limits.all }, (limit) =>
    createRequestCounter(limit, clientIp, now),
  )
  const throttle =
    loginThrottle === false
      ? undefined
      : createLoginThrottle({ now, wait: createDelay(library.clock), ...loginThrottle })
  // Unlike the limits, all nodes compare this time.
  const wallMs = options.now ?? library.clock.wallMs
  const signer = createSigner(library.nodeIds)
  const guests = createGuests({ access: () => guest, signer, now: wallMs })
  return {
    now,
    wallMs,
    policy: createAuthPolicy({
      registration: () => registration,
      clientIp,
      ownerOf,
      acceptsTestHashes: library.serialize !== undefined,
      countLogin: counters.login.count,
      countRegister: counters.register.count,
      throttle,
      onFailedLogin: (failed) => {
        failedLogins++
        onFailedLogin?.(failed)
      },
    }),
    guests,
    signer,
    countRequest: counters.all,
    failedLogins: (): number => failedLogins,
    update(changed: ChangeableOptions): void {
      registration = changed.registration ?? 'open'
      guest = changed.guest ?? 'off'
      for (const name of keysOf(counters)) counters[name].setLimit(changed.limits?.[name])
    },
    /** Forgets who has sent how many requests and failed to log in, rejects the logins that wait, and ends the tokens of guests and the keys of pictures. */
    reset(): void {
      for (const name of keysOf(counters)) counters[name].reset()
      throttle?.reset()
      signer.reset()
    },
    /** Rejects the logins that wait for a delay. */
    close: (): void => throttle?.close(),
  }
}
