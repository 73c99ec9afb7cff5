import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '../../client/index.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { settings } from '../settings.ts'
import { lazyScreen } from './lazyScreen.ts'
import { hasLoggedOut } from './storedToken.ts'
import { useLogin } from './useLogin.ts'
import { SessionContext } from './useSession.ts'

const LoginScreen = lazyScreen(() => import('../screens/LoginScreen.tsx'))
const PasswordDialog = lazyScreen(() => import('./PasswordDialog.tsx'))
const ProxyLoginScreen = lazyScreen(() => import('../screens/ProxyLoginScreen.tsx'))

/**
 * Shows the login until there is a session. When the session has ended, a proxy that names the user gives the next one, and so does the
 * account of a demo; otherwise the password is asked for. Where guests are allowed, they see the console without a session.
 */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient()
  const [usesPassword, setUsesPassword] = useState(false)
  const { token, me, guests, invitation, isLeaving, ...actions } = useLogin()
  const { renew, start, leave, logOut, leaveLogin, showLogin } = actions
  const { query: guest, hasGuests, isGuest } = guests
  const { data: user, error } = me
  if (isGuest) {
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
  if (!user && error) return <LoadFailure error={error} onRetry={me.refetch} />
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
