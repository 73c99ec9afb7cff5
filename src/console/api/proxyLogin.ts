import { Elysia } from 'elysia'
import type { AuthPolicy } from '../../accounts/authPolicy.ts'
import type { ProxyLogin } from '../../accounts/proxyHeaders.ts'
import { Session } from '../../accounts/session/model.ts'
import { logInByProxy } from '../../accounts/session/proxyLogIn.ts'
import { Forbidden, ProxyLoginRejected } from '../../base/errors.ts'
import { Message } from '../../http/schemas.ts'
import { log } from '../../observability/log.ts'
import type { ConsoleDeps } from '../deps.ts'

/** The login of the user whom a trusted proxy names. It is the only endpoint that reads the headers of the proxy, and it has no body. */
export const proxyLoginRoutes = ({ proxyLogin, anonymous, authPolicy }: ConsoleDeps) =>
  new Elysia({ prefix: '/proxy-login' }).post(
    '/',
    async ({ request }) => {
      if (!proxyLogin) throw new Forbidden()
      const from = {
        write: anonymous.writeWithoutCaller(request, { mayUseReserve: true }),
        maxSessions: anonymous.maxSessions,
        client: anonymous.identifyClient(request),
        createsAccounts: proxyLogin.createsAccounts,
      }
      try {
        const { session, keptRole } = await logInByProxy(from, proxyLogin.requireUser(request))
        const user_id = session.user.id
        if (keptRole)
          log.warn(`By its groups, account ${user_id} would have another role. ${reasons[keptRole]}`, { user_id })
        return session
      } catch (error) {
        if (error instanceof ProxyLoginRejected) report(error, request, proxyLogin, authPolicy)
        throw error
      }
    },
    {
      detail: { operationId: 'logInByProxy', summary: 'Log in as the user whom a trusted proxy names in a header' },
      response: { 200: Session, 403: Message },
    },
  )

const reasons = {
  locked: 'It is locked, so it keeps its role.',
  'last admin': 'It is the last admin, so it stays one.',
}

/** A request that is not of a proxy is an attack, and is logged like a wrong password. Any other may be a mistake in the settings of the proxy. */
const report = (error: ProxyLoginRejected, request: Request, proxyLogin: ProxyLogin, authPolicy: AuthPolicy) => {
  if (proxyLogin.proxyOf(request)) log.warn(`A login through the proxy was rejected. ${error.message}`)
  else authPolicy.reportFailedLogin(request)
}
