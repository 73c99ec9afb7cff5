import { Elysia, NotFoundError } from 'elysia'
import { version } from '../../../package.json'
import type { Demo } from '../../http/demo.ts'
import { isConsoleApi, pathOf } from '../../http/paths.ts'
import type { Registration } from '../../security/authPolicy.ts'

/** What the routes of the page are created with. */
interface PageRouteDeps {
  registration: Registration
  demo?: Demo | undefined
}

/** Serves the page of the console, and its files. Neither needs a token. They are loaded at their first request. */
export const pageRoutes = ({ registration, demo }: PageRouteDeps) => {
  const send = async ({ request }: { request: Request }) => {
    if (isConsoleApi(pathOf(request.url))) throw new NotFoundError()
    const { sendPage } = await import('./page.ts')
    return sendPage({
      version,
      registration,
      ...(demo && {
        demo: {
          accounts: demo.accounts.map(({ email, password }) => ({ email, password })),
          reset_at: demo.resetAt(),
        },
      }),
    })
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
