import { Elysia } from 'elysia'
import { beforeBody, type HashOptions } from '../../accounts/authPolicy.ts'
import { setUp } from '../../accounts/session/logIn.ts'
import { OpenRegistration, requireConfirmation, Session } from '../../accounts/session/model.ts'
import { requireNoAdmin } from '../../accounts/setup.ts'
import { ValidationError, WrongCredentials } from '../../base/errors.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { NamedObject, withExample } from '../../validation/schemas.ts'
import { AnyText } from '../../validation/text.ts'
import type { ConsoleDeps } from '../deps.ts'

/** The body of POST /setup. */
export const FirstAdmin = NamedObject('FirstAdmin', {
  code: withExample(
    AnyText('The one-time code that the start of the server has printed.'),
    'mset_AQIDBAUGBwgJCgsMDQ4PEA',
  ),
  ...OpenRegistration.properties,
})

/** What guesses of codes are counted under, as failed logins are under the e-mail address of an account. It is no address. */
const throttledAccount = 'setup code'

/** The first admin, who has no token yet. The code is in the body: a request line may be logged on the way, by a proxy for example. */
export const setupRoutes = ({ library, setup, anonymous, authPolicy }: ConsoleDeps) =>
  new Elysia({ prefix: '/setup' }).post(
    '/',
    async ({ body, request, status }) => {
      requireConfirmation(body)
      await requireNoAdmin(library.read)
      const checkCode = async ({ abortCheck }: HashOptions) => {
        abortCheck()
        if (!(await setup.isCode(body.code))) throw new WrongCredentials()
      }
      await authPolicy.attemptLogin(request, throttledAccount, checkCode).catch(throwFieldError)
      const from = {
        read: library.read,
        write: anonymous.writeWithoutCaller(request),
        client: anonymous.identifyClient(request),
        hashOptions: authPolicy.hashOptions(request),
        maxSessions: anonymous.maxSessions,
      }
      return status(201, await setUp(from, setup, body))
    },
    {
      ...beforeBody(authPolicy.beforeLogin, anonymous.jsonBody(FirstAdmin)),
      detail: { operationId: 'setUp', summary: 'Create the first admin with a setup code, and log in' },
      response: { 201: Session, 409: Message, ...errorResponses.body },
    },
  )

const throwFieldError = (error: unknown): never => {
  if (!(error instanceof WrongCredentials)) throw error
  throw new ValidationError({
    code: ['The code is not valid: it is unknown or expired. A restart of the server prints another one.'],
  })
}
