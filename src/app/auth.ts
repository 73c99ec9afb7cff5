import { createAuthPolicy } from '../accounts/authPolicy.ts'
import { createLoginThrottle } from '../accounts/loginThrottle.ts'
import { keysOf, mapValues } from '../base/objects.ts'
import { createRequestCounter } from '../http/rateLimit.ts'
import type { ChangeableOptions, ServiceOptions } from './options.ts'

/** Who may log in and register, and how often each client may send requests. */
export const createAuth = (
  { library, loginThrottle, limits = {}, now = () => performance.now(), onFailedLogin, ...options }: ServiceOptions,
  clientIp: (request: Request) => string,
) => {
  let { registration = 'open' } = options
  let failedLogins = 0
  const counters = mapValues({ login: limits.login, register: limits.register, all: limits.all }, (limit) =>
    createRequestCounter(limit, clientIp, now),
  )
  const throttle = loginThrottle === false ? undefined : createLoginThrottle({ now, ...loginThrottle })
  return {
    policy: createAuthPolicy({
      registration: () => registration,
      clientIp,
      acceptsTestHashes: library.serialize !== undefined,
      countLogin: counters.login.count,
      countRegister: counters.register.count,
      throttle,
      onFailedLogin: (failed) => {
        failedLogins++
        onFailedLogin?.(failed)
      },
    }),
    countRequest: counters.all,
    failedLogins: (): number => failedLogins,
    update(changed: ChangeableOptions): void {
      registration = changed.registration ?? 'open'
      for (const name of keysOf(counters)) counters[name].setLimit(changed.limits?.[name])
    },
    /** Rejects the log-ins that wait for a delay. */
    close: (): void => throttle?.close(),
  }
}
