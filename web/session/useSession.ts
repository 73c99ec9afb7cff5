import { createContext, use } from 'react'
import type { User } from '../../client/index.ts'

/** The session of the user who is logged in. */
export interface Session {
  user: User
  isAdmin: boolean
  logOut(): Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session. Only what is shown after the log-in may call it. */
export const useSession = (): Session => {
  const session = use(SessionContext)
  if (!session) throw new Error('There is no session.')
  return session
}
