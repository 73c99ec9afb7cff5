import { Type } from '@sinclair/typebox'
import { Elysia, NotFoundError } from 'elysia'
import { Message } from '../../http/schemas.ts'
import { NamedObject, Timestamp, withExample } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

export const GuestToken = NamedObject('GuestToken', {
  token: withExample(Type.String(), 'mguest_1798682096789.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'),
  expires_at: withExample(Timestamp, '2026-12-31T01:54:56.789000Z'),
})

/** The token of a visitor without an account. The setting can change, so the route is there while it is off, too. */
export const guestRoutes = ({ guests }: Pick<ConsoleDeps, 'guests'>) =>
  new Elysia({ prefix: '/guest' }).post(
    '/',
    () => {
      if (!guests.areAllowed()) throw new NotFoundError()
      return guests.createToken()
    },
    {
      detail: {
        operationId: 'createGuestToken',
        summary: 'Create a token with which anybody may read the catalogue for an hour',
      },
      response: { 200: GuestToken, 404: Message },
    },
  )
