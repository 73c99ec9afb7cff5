import { Elysia } from 'elysia'
import { type CachedResponse, createResponse, sendCached } from '../http/cachedResponse.ts'
import type { DocumentedRoute } from './operation.ts'

/**
 * Serves the OpenAPI document, without a token: it is the same for all servers.
 * @param routes - all routes of the application; read at the first request
 */
export const openApiRoutes = (routes: readonly DocumentedRoute[]) => {
  let cached: Promise<CachedResponse> | undefined
  return new Elysia({ name: 'openapi' }).get(
    '/openapi.json',
    async ({ request }) => {
      cached ??= createDocumentResponse(routes)
      return sendCached(await cached, request)
    },
    { detail: { hide: true } },
  )
}

/** Loaded here, since a server must not start later for a document that it may never send. */
const createDocumentResponse = async (routes: readonly DocumentedRoute[]) => {
  const { createDocument } = await import('./document.ts')
  const bytes = new TextEncoder().encode(JSON.stringify(createDocument(routes)))
  return createResponse(bytes, Bun.hash.xxHash64(bytes))
}
