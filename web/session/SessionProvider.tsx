import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, type Session as StartedSession, type User } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { router } from '../routes.tsx'
import { settings } from '../settings.ts'
import { isAt, registerPath, takeCode } from './addressCode.ts'
import { guestQuery } from './guest.ts'
import { lazyScreen } from './lazyScreen.ts'
import { logInByProxy } from './logInByProxy.ts'
import { setPasswordRequest } from './passwordRequest.ts'
import { followStoredToken, hasLoggedOut, removeToken, storeToken } from './storedToken.ts'
import { SessionContext } from './useSession.ts'

const LoginScreen = lazyScreen(() => import('../screens/LoginScreen.tsx'))
const PasswordDialog = lazyScreen(() => import('./PasswordDialog.tsx'))
const ProxyLoginScreen = lazyScreen(() => import('../screens/ProxyLoginScreen.tsx'))

/** Before anything else is loaded, since that may fail. */
const isRegistering = isAt(registerPath)
let invitation = isRegistering ? takeCode() : ''

/**
 * Shows the log-in until there is a session. When the session has ended, a proxy that names the user gives the next one, and so does the
 * account of a demo; otherwise the password is asked for. Where guests are allowed, they see the console without a session.
 */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient()
  const [token, setToken] = useState(client.token)
  const [usesPassword, setUsesPassword] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [login, setLogin] = useState<'chosen' | 'required' | undefined>(isRegistering ? 'chosen' : undefined)
  const [renew, setRenew] = useState<(token: string | undefined) => void>()
  const {
    data: user,
    error,
    refetch,
  } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.me.get({ signal }),
    // A change that is heard of during the log-out is none to read any more.
    enabled: token !== undefined && !isLeaving,
  })

  // A proxy logs its user in first, unless the user has logged out.
  const mayBeGuest = settings.guest && token === undefined && !login && (!settings.proxy_login || hasLoggedOut())
  const guest = useQuery({ ...guestQuery, enabled: mayBeGuest })
  const hasGuests = settings.guest && !(guest.error instanceof ApiError && guest.error.status === 404)

  const leave = async () => {
    renew?.(undefined)
    if (hasGuests) await router.navigate('/', { replace: true })
    removeToken()
    setToken(undefined)
    setLogin(undefined)
    setRenew(undefined)
    setLeaving(false)
    queryClient.clear()
  }

  const start = (session: StartedSession) => {
    // It is used up, and the next log-in is that of somebody with an account.
    invitation = ''
    storeToken(session.token)
    // What a guest has read.
    if (queryClient.getQueryData(guestQuery.queryKey)) queryClient.clear()
    setLogin(undefined)
    queryClient.setQueryData(['me'], session.user)
    setToken(session.token)
  }

  const showLogin = (isRequired: boolean) => setLogin(isRequired ? 'required' : 'chosen')

  /** Goes on as a guest. A screen that needs an account can't be shown. */
  const leaveLogin = async () => {
    if (token !== undefined || login !== 'chosen') return leave()
    setLogin(undefined)
  }

  /** Returns the token of a new session of the user whom the proxy names; undefined if it names nobody. */
  const renewByProxy = async () => {
    const session = settings.proxy_login && (await logInByProxy().catch(() => undefined))
    if (!session) return
    const before = queryClient.getQueryData<User>(['me'])
    if (before && before.id !== session.user.id) {
      // What one user was doing must not go on as another one.
      storeToken(session.token)
      location.reload()
      return new Promise<undefined>(() => {})
    }
    start(session)
    return session.token
  }

  /** Returns the token of a new session of an account of the demo, whose sessions end with each reset; undefined for another account. */
  const renewInDemo = async () => {
    const email = queryClient.getQueryData<User>(['me'])?.email
    const account = settings.demo?.accounts.find((candidate) => candidate.email === email)
    const session = account && (await client.login(account).catch(() => undefined))
    if (session) start(session)
    return session?.token
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is the same at all times
  useEffect(() => {
    setPasswordRequest(async () => {
      const newToken = (await renewByProxy()) ?? (await renewInDemo())
      // Nobody knows yet whose token of an earlier visit it was: the log-in is shown.
      if (newToken || !queryClient.getQueryData(['me'])) return newToken
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      setRenew(() => (token: string | undefined) => {
        setRenew(undefined)
        resolve(token)
      })
      return promise
    })
  }, [])

  // Another tab has logged out or in. The client keeps the token that it has, so a log-in loads the page again.
  useEffect(() =>
    followStoredToken((stored) => {
      if (stored === null) void leave()
      else if (token === undefined) location.reload()
    }),
  )

  if (mayBeGuest && hasGuests) {
    if (guest.error && !guest.data) return <LoadFailure error={guest.error} onRetry={guest.refetch} />
    const session = { user: undefined, isAdmin: false, logOut: leave, showLogin }
    return guest.data && <SessionContext value={session}>{children}</SessionContext>
  }
  // Or a token of an earlier session that the server no longer knows.
  if (token === undefined || (!user && error instanceof ApiError && error.status === 401)) {
    return (
      <Suspense>
        {settings.proxy_login && !usesPassword ? (
          <ProxyLoginScreen
            email={settings.proxy_login.email}
            isAutomatic={token === undefined && !hasLoggedOut()}
            onPassword={() => setUsesPassword(true)}
          />
        ) : (
          <LoginScreen invitation={invitation} onStart={start} onGuest={hasGuests ? leaveLogin : undefined} />
        )}
      </Suspense>
    )
  }
  if (!user && error) return <LoadFailure error={error} onRetry={refetch} />
  const logOut = async () => {
    // Ends the requests of the screens first. The server rejects those that come after the session.
    flushSync(() => setLeaving(true))
    // Other tabs leave before the server rejects what they send.
    removeToken()
    await client.logout().catch(() => {})
    await leave()
  }
  return (
    <>
      {renew && (
        <Suspense>
          <PasswordDialog
            email={user?.email}
            onStart={(session) => {
              start(session)
              renew(session.token)
              // Reads that were sent meanwhile have failed.
              queryClient.invalidateQueries()
            }}
            onLogOut={leave}
          />
        </Suspense>
      )}
      {user && !isLeaving && (
        <SessionContext value={{ user, isAdmin: user.role.name === 'admin', logOut, showLogin }}>
          {children}
        </SessionContext>
      )}
    </>
  )
}
