import { Elysia } from 'elysia'
import { Invalid } from '../../errors.ts'
import { Message, Problems, refusals } from '../../http/schemas.ts'
import type { Parts } from '../../routeDeps.ts'
import { behind, whileThere } from '../../security/authPolicy.ts'
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
        return status(201, await register(database, body, whileThere(request)))
      },
      { ...behind(gates.register, takes(Registration)), response: { 201: Session, ...refusals.body } },
    )
    .post(
      '/login',
      async ({ body, request }) => gates.attempt(request, body.email, (proceed) => logIn(database, body, proceed)),
      { ...behind(gates.login, takes(Credentials)), response: { 200: Session, 422: Problems, ...refusals.body } },
    )

    .use(signedIn(callerOf))
    .post(
      '/logout',
      async ({ caller }) => {
        await database.write((tx) => revokeToken(tx, caller.token_id))
        return { message: 'Logged out.' }
      },
      { response: { 200: Message, ...refusals.signedIn } },
    )
    .get('/me', async ({ caller }) => caller.user, { response: { 200: User, ...refusals.signedIn } })
    .put('/me', async ({ body, caller }) => updateOwn(database, caller, body), {
      ...takes(OwnChanges),
      response: { 200: User, ...refusals.signedIn, ...refusals.body },
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
  throw new Invalid({ password: sentences, password_confirmation: sentences })
}
