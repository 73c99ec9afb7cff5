import { Elysia } from 'elysia'
import type { Database } from '../database/open.ts'
import { Forbidden, Unauthenticated } from '../faults.ts'
import { readCaller } from './tokens.ts'

/** The routes below need a valid token, and know their `caller`. */
export const signedIn = (database: Database) =>
  new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, async ({ request }) => {
    const caller = await readCaller(database.read, request.headers.get('authorization'))
    if (!caller) throw new Unauthenticated()
    return { caller }
  })

/** The routes below need the token of an admin. */
export const adminOnly = (database: Database) =>
  new Elysia({ name: 'admin-only' })
    .use(signedIn(database))
    .derive(async ({ caller }) => {
      if (caller.user.role.name !== 'admin') throw new Forbidden()
      return {}
    })
    .as('scoped')
