import { Elysia } from 'elysia'
import type { Demo } from '../http/demo.ts'
import { pageHeaders } from '../http/securityHeaders.ts'

/** What the page may load: files and responses of its own origin, and the images inside the viewer's style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the page that documents the API, and its files. Neither needs a token.
 * @param demo - the accounts that the page shows; none by default
 */
export const docsRoutes = (demo?: Demo) =>
  new Elysia({ name: 'docs' })
    .get(
      '/docs',
      async ({ request }) => {
        const { createPage } = await import('./page.ts')
        return new Response(await createPage(request.url, demo), {
          headers: pageHeaders(contentSecurityPolicy),
        })
      },
      { detail: { hide: true } },
    )
    .get(
      '/docs/:file',
      async ({ request }) => {
        const { sendAsset } = await import('./assets.ts')
        return sendAsset(request)
      },
      { detail: { hide: true } },
    )
