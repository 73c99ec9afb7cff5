import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ApiError, type Session as StartedSession, type User } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { ScreenUnavailable } from '../components/ScreenUnavailable.tsx'
import { settings } from '../settings.ts'
import { LoginScreen } from './LoginScreen.tsx'
import { logInByProxy } from './logInByProxy.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { setPasswordRequest } from './passwordRequest.ts'
import { hasLoggedOut, removeToken, storeToken } from './storedToken.ts'
import { SessionContext } from './useSession.ts'

/** Few servers are behind a proxy that logs in, so its code is loaded only there. */
const ProxyLoginScreen = lazy(() =>
  import('../screens/ProxyLoginScreen.tsx').then(
    ({ Component }) => ({ default: Component }),
    () => ({ default: ScreenUnavailable }),
  ),
)

/**
 * Shows the log-in until there is a session. When the session has ended, a proxy that names the user gives the next one; otherwise the
 * password is asked for.
 */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient()
  const [token, setToken] = useState(client.token)
  const [usesPassword, setUsesPassword] = useState(false)
  const [renew, setRenew] = useState<(token: string | undefined) => void>()
  const {
    data: user,
    error,
    refetch,
  } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.me.get({ signal }),
    enabled: token !== undefined,
  })

  const leave = () => {
    removeToken()
    setToken(undefined)
    setRenew(undefined)
    queryClient.clear()
  }

  const start = (session: StartedSession) => {
    storeToken(session.token)
    queryClient.setQueryData(['me'], session.user)
    setToken(session.token)
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is the same at all times
  useEffect(() => {
    setPasswordRequest(async () => {
      const tokenByProxy = await renewByProxy()
      if (tokenByProxy) return tokenByProxy
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      setRenew(() => (newToken: string | undefined) => {
        setRenew(undefined)
        resolve(newToken)
      })
      return promise
    })
  }, [])

  // Or a token of an earlier session that the server no longer knows.
  if (token === undefined || (!user && error instanceof ApiError && error.status === 401)) {
    if (settings.proxy_login && !usesPassword)
      return (
        <Suspense>
          <ProxyLoginScreen
            email={settings.proxy_login.email}
            isAutomatic={token === undefined && !hasLoggedOut()}
            onPassword={() => setUsesPassword(true)}
          />
        </Suspense>
      )
    return <LoginScreen onStart={start} />
  }
  if (!user && error) return <LoadFailure error={error} onRetry={refetch} />
  const logOut = async () => {
    await client.logout().catch(() => {})
    leave()
  }
  return (
    <>
      {renew && (
        <PasswordDialog
          email={user?.email}
          onStart={(session) => {
            start(session)
            renew(session.token)
            // Reads that were sent meanwhile have failed.
            queryClient.invalidateQueries()
          }}
          onLogOut={() => {
            renew(undefined)
            leave()
          }}
        />
      )}
      {user && (
        <SessionContext value={{ user, isAdmin: user.role.name === 'admin', logOut }}>{children}</SessionContext>
      )}
    </>
  )
}
