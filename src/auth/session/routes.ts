import { Elysia } from 'elysia'
import { ValidationError } from '../../errors.ts'
import { errorResponses, Message, ValidationErrorBody } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { abortIfDisconnected, beforeBody } from '../../security/authPolicy.ts'
import { signedIn } from '../guards.ts'
import { revokeToken } from '../tokens.ts'
import { OwnChanges, User } from '../users/model.ts'
import { Credentials, Registration, Session } from './model.ts'
import { logIn, register, updateOwn } from './service.ts'

export const sessionRoutes = ({ database, takes, callerOf, gates }: Parts) =>
  new Elysia()
    .post(
      '/register',
      async ({ body, request, status }) => {
        requireConfirmation(body)
        return status(201, await register(database, body, abortIfDisconnected(request)))
      },
      { ...beforeBody(gates.register, takes(Registration)), response: { 201: Session, ...errorResponses.body } },
    )
    .post(
      '/login',
      async ({ body, request }) => gates.attempt(request, body.email, (proceed) => logIn(database, body, proceed)),
      {
        ...beforeBody(gates.login, takes(Credentials)),
        response: { 200: Session, 422: ValidationErrorBody, ...errorResponses.body },
      },
    )

    .use(signedIn(callerOf))
    .post(
      '/logout',
      async ({ caller }) => {
        await database.write((tx) => revokeToken(tx, caller.token_id))
        return { message: 'Logged out.' }
      },
      { response: { 200: Message, ...errorResponses.signedIn } },
    )
    .get('/me', async ({ caller }) => caller.user, { response: { 200: User, ...errorResponses.signedIn } })
    .put('/me', async ({ body, caller }) => updateOwn(database, caller, body), {
      ...takes(OwnChanges),
      response: { 200: User, ...errorResponses.signedIn, ...errorResponses.body },
    })

const requireConfirmation = ({
  password,
  password_confirmation,
}: {
  password: string
  password_confirmation: string
}) => {
  if (password === password_confirmation) return
  const sentences = ['The password and its confirmation are not the same.']
  throw new ValidationError({ password: sentences, password_confirmation: sentences })
}
