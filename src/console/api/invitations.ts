import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { createInvitation, listInvitations, revokeInvitation } from '../../accounts/invitations.ts'
import { requireFuture } from '../../accounts/tokenLife.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, noContent } from '../../http/schemas.ts'
import { addMilliseconds } from '../../library/clock.ts'
import { Count } from '../../validation/choice.ts'
import { NullableDay } from '../../validation/day.ts'
import { NamedObject, Timestamp, withExample } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

export const Invitation = NamedObject('Invitation', {
  id: withExample(Type.Integer(), 3),
  uses: Type.Integer({ description: 'How many accounts can still register with it.', examples: [5] }),
  expires_at: withExample(Timestamp, '2026-02-07T18:30:00.123000Z'),
  created_at: Timestamp,
})

/** The body of POST /invitations. */
export const NewInvitation = NamedObject(
  'NewInvitation',
  { uses: Type.Optional(Count(1, 100_000)), expires_at: Type.Optional(NullableDay()) },
  { uses: 5 },
)

export const CreatedInvitation = NamedObject('CreatedInvitation', {
  ...Invitation.properties,
  code: Type.String({ description: 'Only this response has it.', examples: ['minv_AQIDBAUGBwgJCgsMDQ4PEA'] }),
})

/** How long an invitation is valid by default, in milliseconds: 7 days, as one of the command line. */
const defaultLifeMs = 7 * 86_400_000

export const invitationRoutes = ({ library, guards, jsonBody }: ConsoleDeps) =>
  new Elysia({ prefix: '/invitations' })
    .use(guards.adminOnly)
    .get('/', () => listInvitations(library.read), {
      detail: { operationId: 'listInvitations', summary: 'List all invitations, without their codes' },
      response: { 200: Type.Array(Invitation), ...errorResponses.admin },
    })
    .post(
      '/',
      async ({ body, write, status }) => {
        const created = await write(async (tx) => {
          const invitation = {
            uses: body.uses ?? 1,
            expires_at: body.expires_at ?? addMilliseconds(tx.realNow, defaultLifeMs),
          }
          requireFuture(tx.realNow, invitation.expires_at)
          const { id, code } = await createInvitation(tx, invitation)
          return { id, ...invitation, created_at: tx.realNow, code }
        })
        return status(201, created)
      },
      {
        ...jsonBody(NewInvitation),
        detail: { operationId: 'createInvitation', summary: 'Create an invitation' },
        response: { 201: CreatedInvitation, ...errorResponses.admin, ...errorResponses.body },
      },
    )
    .delete(
      '/:id',
      async ({ params, write, status }) => {
        await write((tx) => revokeInvitation(tx, parsePathId('Invitation', params)))
        return status(204, undefined)
      },
      {
        detail: { operationId: 'deleteInvitation', summary: 'Delete an invitation. Accounts that used it stay' },
        response: { ...noContent, ...errorResponses.adminRecord },
      },
    )
