import { Elysia, NotFoundError } from 'elysia'
import { version } from '../../../package.json'
import { isConsoleApi, pathOf, relativeRoot } from '../../http/paths.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Serves the page of the console, and its files. Neither needs a token. They are loaded at their first request. */
export const pageRoutes = ({
  authPolicy,
  guests,
  setup,
  coverFolder,
  proxyLogin,
  demo,
}: Pick<ConsoleDeps, 'authPolicy' | 'guests' | 'setup' | 'coverFolder' | 'proxyLogin' | 'demo'>) => {
  const send = async ({ request }: { request: Request }) => {
    if (isConsoleApi(pathOf(request.url))) throw new NotFoundError()
    const email = proxyLogin?.findEmail(request)
    const needsSetup = await setup.isNeeded()
    const { findLanguage, sendConsolePage } = await import('./page.ts')
    const settings = {
      version,
      registration: authPolicy.registration(),
      guest: guests.areAllowed(),
      covers: coverFolder() !== undefined,
      needs_setup: needsSetup,
      // Whoever is an admin is a user.
      has_users: !needsSetup || (await setup.hasUsers()),
      ...(email !== undefined && { proxy_login: { email } }),
      ...(demo && {
        demo: {
          accounts: demo.accounts.map(({ email, password }) => ({ email, password })),
          reset_at: demo.resetAt(),
        },
      }),
    }
    return sendConsolePage(relativeRoot(request.url), settings, findLanguage(request))
  }
  return new Elysia({ name: 'console-page' })
    .get('/console', send, { detail: { hide: true } })
    .get('/console/*', send, { detail: { hide: true } })
    .get(
      '/console/assets/:file',
      async ({ request }) => {
        const { sendAsset } = await import('./assets.ts')
        return sendAsset(request)
      },
      { detail: { hide: true } },
    )
}
