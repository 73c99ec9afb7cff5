import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/queryClient.ts'
import { reloadOnRestart } from './reloadOnRestart.ts'
import { router } from './routes.tsx'
import { SessionProvider } from './session/SessionProvider.tsx'
import { SetupGate } from './session/SetupGate.tsx'
import { settings } from './settings.ts'
import { resolveVariables, theme } from './theme.ts'

/** How long the first screen has the connection to itself, in milliseconds. Notifications that come meanwhile are shown afterwards. */
const firstScreenTime = 1_500

const NotificationList = lazy(async () => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, firstScreenTime))
    const module = await import('./components/NotificationList.tsx').catch(() => undefined)
    // Without the server, another try may succeed later.
    if (module) return { default: module.NotificationList }
  }
})

// Style elements that packages add at run time need the nonce: Mantine takes it from its provider, others from here.
setNonce(settings.nonce)

if (process.env.NODE_ENV === 'development') reloadOnRestart()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => settings.nonce}
      >
        <Suspense>
          <NotificationList />
        </Suspense>
        <QueryClientProvider client={queryClient}>
          <SetupGate>
            <SessionProvider>
              <RouterProvider router={router} />
            </SessionProvider>
          </SetupGate>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
