import { Elysia } from 'elysia'
import type { Audit } from '../../audit/entry.ts'
import { RegistrationClosed, ValidationError } from '../../base/errors.ts'
import { errorResponses, Message, ValidationErrorBody } from '../../http/schemas.ts'
import type { ReserveOptions } from '../../library/database.ts'
import { required } from '../../validation/rules.ts'
import { withExample } from '../../validation/schemas.ts'
import { type AuthPolicy, beforeBody, type HashOptions } from '../authPolicy.ts'
import type { Caller } from '../callers.ts'
import { matchCurrentPassword, type PasswordCheck, requireCurrentPassword } from '../currentPassword.ts'
import { hashPassword } from '../passwords.ts'
import type { SessionRouteDeps } from '../routeDeps.ts'
import { deleteToken, deleteTokens } from '../tokens.ts'
import { requireRevocable, requireUnlocked } from '../users/lock.ts'
import { OwnChanges, User } from '../users/model.ts'
import { readUser, requireMember, updateUser } from '../users/store.ts'
import { logIn, register } from './logIn.ts'
import {
  Credentials,
  InvitedRegistration,
  OpenRegistration,
  Registration,
  requireConfirmation,
  Session,
} from './model.ts'

/** What a change of the caller's own account needs of its request. */
interface OwnAccount extends PasswordCheck {
  hashOptions: HashOptions
}

/**
 * Changes the caller's own account. A new e-mail address or password needs the current password, and a wrong one counts
 * as a failed login. A new password revokes the user's other tokens.
 * @throws Forbidden for a locked account; ValidationError; LoginThrottled
 */
const updateOwn = async (own: OwnAccount, changes: OwnChanges): Promise<User> => {
  const { current_password, password, ...account } = changes
  const { caller, write } = own
  const { id } = caller.user
  const matchedHash = current_password === undefined ? undefined : await matchCurrentPassword(own, current_password)
  const newPassword =
    password !== undefined && matchedHash !== undefined ? { hash: await hashPassword(password, own.hashOptions) } : {}
  return write(async (tx) => {
    // The route has checked it before the body was read. Meanwhile the account may have been locked.
    await requireUnlocked(tx.db, id)
    await requireMember(tx.db, 'name', { name: account.name }, id)
    const before = await readUser(tx.db, id)
    const needsCurrent = password !== undefined || (account.email ?? before.email) !== before.email
    if (needsCurrent && current_password === undefined)
      throw new ValidationError({
        current_password: ['The current_password is required to change the email or the password.'],
      })
    if (needsCurrent) await requireCurrentPassword(tx.db, id, matchedHash)
    if (newPassword.hash) await deleteTokens(tx, id, caller.token_id)
    const audit: Audit = (entry) => tx.audit({ ...entry, isOwnChange: true })
    return updateUser({ ...tx, audit }, id, { ...account, ...newPassword, email_set_by: 'account' })
  })
}

/** The routes that respond with a session: they have no caller. */
const loginRoutes = (deps: SessionRouteDeps) => {
  const { database, jsonBody, authPolicy, identifyClient, maxSessions } = deps
  const clientOf = (request: Request, options?: ReserveOptions) => ({
    read: database.read,
    write: deps.writeWithoutCaller(request, options),
    client: identifyClient(request),
    maxSessions,
  })
  const registrationSchema = () => (authPolicy.registration() === 'invite' ? InvitedRegistration : OpenRegistration)
  return new Elysia({ tags: ['Session'] })
    .post(
      '/register',
      async ({ body, request, status }) => {
        requireConfirmation(body)
        const requireAllowed = () => requireRegistration(authPolicy.registration(), body)
        const hashOptions = authPolicy.hashOptions(request)
        return status(
          201,
          await register({ ...clientOf(request), hashOptions, requireAllowed, realNow: deps.realNow }, body),
        )
      },
      {
        ...beforeBody(authPolicy.beforeRegister, jsonBody(Registration, undefined, registrationSchema)),
        detail: { operationId: 'register', summary: 'Create an account, and log in' },
        response: { 201: Session, 403: Message, ...errorResponses.body },
      },
    )
    .post(
      '/login',
      async ({ body, request }) => {
        const client = clientOf(request, { mayUseReserve: true })
        return authPolicy.attemptLogin(request, body.email, (hashOptions) => logIn({ ...client, hashOptions }, body))
      },
      {
        ...beforeBody(authPolicy.beforeLogin, jsonBody(Credentials)),
        detail: { operationId: 'logIn', summary: 'Log in' },
        response: { 200: Session, 422: ValidationErrorBody, ...errorResponses.body },
      },
    )
}

export const sessionRoutes = (deps: SessionRouteDeps) => {
  const { database, jsonBody, guards, authPolicy } = deps
  return new Elysia({ tags: ['Session'] })
    .use(loginRoutes(deps))
    .use(guards.signedIn)
    .post(
      '/logout',
      async ({ caller, writeAs }) => {
        await writeAs({ isDeletion: true })(async (tx) => {
          await requireRevocable(tx.db, caller.token_id)
          await deleteToken(tx, caller.token_id)
          await tx.audit({ action: 'logout', record: `users/${caller.user.id}` })
        })
        return { message: 'Logged out.' }
      },
      {
        detail: { operationId: 'logOut', summary: 'Log out: revoke the token of the request' },
        response: { 200: withExample(Message, { message: 'Logged out.' }), ...errorResponses.signedIn },
      },
    )
    .get('/me', async ({ caller }) => caller.user, {
      detail: { operationId: 'readOwnAccount', summary: 'Read your own account' },
      response: { 200: User, ...errorResponses.signedIn },
    })
    .put(
      '/me',
      async ({ body, caller, write, request }) => {
        const hashOptions = authPolicy.hashOptions(request, caller)
        return updateOwn({ read: database.read, write, caller, authPolicy, request, hashOptions }, body)
      },
      {
        ...beforeBody(
          async ({ caller }: { caller: Caller }) => requireUnlocked(database.read, caller.user.id),
          jsonBody(OwnChanges),
        ),
        detail: { operationId: 'updateOwnAccount', summary: 'Change your own account' },
        response: { 200: User, ...errorResponses.signedIn, ...errorResponses.body },
      },
    )
}

/** For a request that has begun before a reload of the settings. */
const requireRegistration = (state: ReturnType<AuthPolicy['registration']>, { invitation }: Registration) => {
  if (state === 'closed') throw new RegistrationClosed()
  if (state === 'invite' && invitation === undefined)
    throw new ValidationError({ invitation: [`The invitation ${required}`] })
}
