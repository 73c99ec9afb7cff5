import { Elysia } from 'elysia'
import { requireCaller } from '../../accounts/callers.ts'
import type { Demo } from '../../http/demo.ts'
import { createRateLimiter } from '../../http/rateLimit.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Whoever resets again and again would leave the other visitors no time. A reset that a program or a timer asks for does not count. */
const resetLimit = { maxRequests: 1, windowMs: 10_000 }

/** Resets a demo. Other servers do not have the route, so it is no part of the document. */
export const demoRoutes = ({ guards, demo, now }: Pick<ConsoleDeps, 'guards' | 'now'> & { demo: Demo }) => {
  const countReset = createRateLimiter(resetLimit, now, 'The demo was reset just now.')
  return new Elysia({ prefix: '/demo' }).use(guards.adminOnly).post(
    '/reset',
    async ({ caller, status }) => {
      await demo.reset(async (tx) => {
        // Not by the `write` of the guard, whose check may run after the token was deleted.
        await requireCaller(tx, caller, 'admin')
        countReset('visitors')
      })
      return status(204, undefined)
    },
    { detail: { hide: true } },
  )
}
