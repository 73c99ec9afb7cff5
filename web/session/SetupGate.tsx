import { lazy, type ReactNode, Suspense, useState } from 'react'
import { client } from '../api/client.ts'
import { ScreenUnavailable } from '../components/ScreenUnavailable.tsx'
import { router } from '../routes.tsx'
import { settings } from '../settings.ts'
import { isSetupPath, takeSetupCode } from './setupCode.ts'

/** Most libraries are set up once, so its code is loaded only then. */
const SetupScreen = lazy(() =>
  import('../screens/SetupScreen.tsx').then(
    ({ Component }) => ({ default: Component }),
    () => ({ default: ScreenUnavailable }),
  ),
)

/** Before anything else is loaded, since that may fail. */
const sentCode = isSetupPath() ? takeSetupCode() : ''

/** Shows the set-up at its path, and in the place of the log-in while the library has no admin. */
export const SetupGate = ({ children }: { children: ReactNode }) => {
  // Who comes by a proxy is logged in. The overview of a user leads here, too.
  const needsCode = settings.needs_setup && !settings.proxy_login && client.token === undefined
  const [isOpen, setIsOpen] = useState(isSetupPath() || needsCode)
  if (!isOpen) return children
  const logIn = async () => {
    if (isSetupPath()) await router.navigate('/', { replace: true })
    setIsOpen(false)
  }
  return (
    <Suspense>
      <SetupScreen sentCode={sentCode} onLogIn={logIn} />
    </Suspense>
  )
}
