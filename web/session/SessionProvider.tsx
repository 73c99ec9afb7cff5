import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, type Session as StartedSession } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { LoginScreen } from './LoginScreen.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { setPasswordRequest } from './passwordRequest.ts'
import { storeToken } from './storedToken.ts'
import { SessionContext } from './useSession.ts'

/** Shows the log-in until there is a session, and asks for the password when the session has ended. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient()
  const [token, setToken] = useState(client.token)
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
    storeToken(undefined)
    setToken(undefined)
    setRenew(undefined)
    queryClient.clear()
  }

  const start = (session: StartedSession) => {
    storeToken(session.token)
    queryClient.setQueryData(['me'], session.user)
    setToken(session.token)
  }

  useEffect(() => {
    setPasswordRequest(() => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      setRenew(() => (newToken: string | undefined) => {
        setRenew(undefined)
        resolve(newToken)
      })
      return promise
    })
  }, [])

  if (token === undefined) return <LoginScreen onStart={start} />
  // A token of an earlier session that the server no longer knows.
  if (!user && error instanceof ApiError && error.status === 401) return <LoginScreen onStart={start} />
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
