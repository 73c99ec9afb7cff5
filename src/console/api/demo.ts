import { Elysia } from 'elysia'
import { requireCaller } from '../../accounts/callers.ts'
import type { Demo } from '../../http/demo.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Resets a demo. Other servers do not have the route, so it is no part of the document. */
export const demoRoutes = ({ guards, demo }: Pick<ConsoleDeps, 'guards'> & { demo: Demo }) =>
  new Elysia({ prefix: '/demo' }).use(guards.adminOnly).post(
    '/reset',
    async ({ caller, status }) => {
      // Not by the `write` of the guard, whose check may run after the token was deleted.
      await demo.reset((tx) => requireCaller(tx, caller, 'admin'))
      return status(204, undefined)
    },
    { detail: { hide: true } },
  )
