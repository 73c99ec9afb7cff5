import { type ReactNode, Suspense, useState } from 'react'
import { client } from '../api/client.ts'
import { router } from '../routes.tsx'
import { settings } from '../settings.ts'
import { isAt, setupPath, takeCode } from './addressCode.ts'
import { lazyScreen } from './lazyScreen.ts'

const SetupScreen = lazyScreen(() => import('../screens/SetupScreen.tsx'))

/** Before anything else is loaded, since that may fail. */
const sentCode = isAt(setupPath) ? takeCode() : ''

/** Shows the setup at its path, and in the place of the login while the library has no admin. */
export const SetupGate = ({ children }: { children: ReactNode }) => {
  // Who comes by a proxy is logged in. The overview of a user leads here, too.
  const needsCode = settings.needs_setup && !settings.proxy_login && client.token === undefined
  const [isOpen, setIsOpen] = useState(isAt(setupPath) || needsCode)
  if (!isOpen) return children
  const logIn = async () => {
    if (isAt(setupPath)) await router.navigate('/', { replace: true })
    setIsOpen(false)
  }
  return (
    <Suspense>
      <SetupScreen sentCode={sentCode} onLogIn={logIn} />
    </Suspense>
  )
}
