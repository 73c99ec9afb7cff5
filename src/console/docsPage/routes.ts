import { Elysia } from 'elysia'
import type { Demo } from '../../http/demo.ts'
import { docsPath } from '../../http/paths.ts'

/**
 * Serves the page that documents the API, and its files. Neither needs a token.
 * @param demo - the accounts that the page shows; none by default
 */
export const docsRoutes = (demo?: Demo) =>
  new Elysia({ name: 'docs' })
    .get(
      docsPath,
      async ({ request }) => {
        const { sendDocsPage } = await import('./page.ts')
        return sendDocsPage(request.url, demo)
      },
      { detail: { hide: true } },
    )
    .get(
      `${docsPath}/:file`,
      async ({ request }) => {
        const { sendAsset } = await import('./assets.ts')
        return sendAsset(request)
      },
      { detail: { hide: true } },
    )
