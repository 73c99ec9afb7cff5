import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Session, User } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { settings } from '../settings.ts'
import { logInByProxy } from './logInByProxy.ts'
import { setPasswordRequest } from './passwordRequest.ts'
import { storeToken } from './storedToken.ts'

/** Returns a new session of the user whom the proxy names; undefined if it names nobody. */
const renewByProxy = async (before: User | undefined) => {
  const session = settings.proxy_login && (await logInByProxy().catch(() => undefined))
  if (!session || !before || before.id === session.user.id) return session
  // What one user was doing must not go on as another one.
  storeToken(session.token)
  location.reload()
  return new Promise<undefined>(() => {})
}

/** Returns a new session of an account of the demo, whose sessions end with each reset; undefined for another account. */
const renewInDemo = async (before: User | undefined) => {
  const account = settings.demo?.accounts.find(({ email }) => email === before?.email)
  return account && client.login(account).catch(() => undefined)
}

/**
 * Gives a session that has ended the next one. Where neither a proxy nor the demo does, `answer` is there: it takes the token of the session
 * that the user has started by a password, or undefined after a logout.
 */
export const useRenewal = (start: (session: Session) => void) => {
  const queryClient = useQueryClient()
  const [answer, setAnswer] = useState<(token: string | undefined) => void>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is the same at all times
  useEffect(() => {
    setPasswordRequest(async () => {
      const user = queryClient.getQueryData<User>(['me'])
      const session = (await renewByProxy(user)) ?? (await renewInDemo(user))
      if (session) start(session)
      // Nobody knows yet whose token of an earlier visit it was: the login is shown.
      if (session || !user) return session?.token
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      setAnswer(() => (token: string | undefined) => {
        setAnswer(undefined)
        resolve(token)
      })
      return promise
    })
  }, [])
  return answer
}
