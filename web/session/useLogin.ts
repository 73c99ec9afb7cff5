import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, type Session } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { router } from '../routes.tsx'
import { settings } from '../settings.ts'
import { isAt, registerPath, takeCode } from './addressCode.ts'
import { guestQuery } from './guest.ts'
import { followStoredToken, hasLoggedOut, removeToken, storeToken } from './storedToken.ts'
import { useRenewal } from './useRenewal.ts'

/** Before anything else is loaded, since that may fail. */
const isRegistering = isAt(registerPath)
let invitation = isRegistering ? takeCode() : ''

/** The visit of a guest. @param mayStart - whether nobody is logged in, or is about to be */
const useGuest = (mayStart: boolean) => {
  // A proxy logs its user in first, unless the user has logged out.
  const isStarted = settings.guest && mayStart && (!settings.proxy_login || hasLoggedOut())
  const query = useQuery({ ...guestQuery, enabled: isStarted })
  const hasGuests = settings.guest && !(query.error instanceof ApiError && query.error.status === 404)
  return { query, hasGuests, isGuest: isStarted && hasGuests }
}

/** Who is logged in, and what starts and ends the session. */
export const useLogin = () => {
  const queryClient = useQueryClient()
  const [token, setToken] = useState(client.token)
  const [isLeaving, setLeaving] = useState(false)
  const [login, setLogin] = useState<'chosen' | 'required' | undefined>(isRegistering ? 'chosen' : undefined)
  const me = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.me.get({ signal }),
    // A change that is heard of during the logout is none to read any more.
    enabled: token !== undefined && !isLeaving,
  })
  const guests = useGuest(token === undefined && !login)

  const start = (session: Session) => {
    // It is used up, and the next login is that of somebody with an account.
    invitation = ''
    storeToken(session.token)
    // What a guest has read.
    if (queryClient.getQueryData(guestQuery.queryKey)) queryClient.clear()
    setLogin(undefined)
    queryClient.setQueryData(['me'], session.user)
    setToken(session.token)
  }
  const renew = useRenewal(start)

  const leave = async () => {
    renew?.(undefined)
    if (guests.hasGuests) await router.navigate('/', { replace: true })
    removeToken()
    setToken(undefined)
    setLogin(undefined)
    setLeaving(false)
    queryClient.clear()
  }

  const logOut = async () => {
    // Ends the requests of the screens first. The server rejects those that come after the session.
    flushSync(() => setLeaving(true))
    // Other tabs leave before the server rejects what they send.
    removeToken()
    await client.logout().catch(() => {})
    await leave()
  }

  /** Goes on as a guest. A screen that needs an account can't be shown. */
  const leaveLogin = async () => {
    if (token !== undefined || login !== 'chosen') return leave()
    setLogin(undefined)
  }

  // Another tab has logged out or in. The client keeps the token that it has, so a login loads the page again.
  useEffect(() =>
    followStoredToken((stored) => {
      if (stored === null) void leave()
      else if (token === undefined) location.reload()
    }),
  )

  const showLogin = (isRequired: boolean) => setLogin(isRequired ? 'required' : 'chosen')
  return { token, me, guests, invitation, isLeaving, renew, start, leave, logOut, leaveLogin, showLogin }
}
