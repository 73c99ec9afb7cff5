import { createContext, use } from 'react'
import type { User } from '../../client/index.ts'

/** The session of the user who is logged in, or of a guest. */
export interface Session {
  /** Undefined for a guest. */
  user: User | undefined
  isAdmin: boolean
  /** Shows the login to a guest. @param isRequired - whether a guest can't go back to the screen that is shown */
  showLogin(isRequired: boolean): void
  logOut(): Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session. Only what is shown to users and guests may call it. */
export const useSession = (): Session => {
  const session = use(SessionContext)
  if (!session) throw new Error('There is no session.')
  return session
}

/** The user who is logged in. Only what no guest sees may call it. */
export const useUser = (): User => {
  const { user } = useSession()
  if (!user) throw new Error('A guest has no account.')
  return user
}
