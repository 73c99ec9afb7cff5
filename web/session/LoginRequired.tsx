import { useEffect } from 'react'
import { useSession } from './useSession.ts'

/** Shows the login to a guest, in the place of the console. Afterwards the same address is open. */
export const LoginRequired = () => {
  const { showLogin } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same at all times
  useEffect(() => showLogin(true), [])
  return null
}
