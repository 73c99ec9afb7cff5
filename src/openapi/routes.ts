import { Elysia } from 'elysia'
import { createBoundedMap } from '../http/boundedMap.ts'
import { type CachedResponse, createResponse, sendCached } from '../http/cachedResponse.ts'
import type { PrefixOf } from '../http/prefix.ts'
import type { DocumentedRoute } from './operation.ts'

/** How many prefixes have a document that is cached. A service is known below one or two. */
const maxPrefixes = 4

/**
 * Serves the OpenAPI document, without a token: it is the same for all servers below the same prefix.
 * @param routes - all routes of the application; read at the first request
 */
export const openApiRoutes = (routes: readonly DocumentedRoute[], prefixOf: PrefixOf) => {
  const documents = createBoundedMap<Promise<CachedResponse>>(maxPrefixes)
  return new Elysia({ name: 'openapi' }).get(
    '/openapi.json',
    async ({ request }) => {
      const prefix = prefixOf(request)
      const document = documents.get(prefix) ?? createDocumentResponse(routes, prefix)
      documents.set(prefix, document)
      return sendCached(await document, request)
    },
    { detail: { hide: true } },
  )
}

/** Loaded here, since a server must not start later for a document that it may never send. */
const createDocumentResponse = async (routes: readonly DocumentedRoute[], prefix: string) => {
  const { createDocument } = await import('./document.ts')
  const bytes = new TextEncoder().encode(JSON.stringify(createDocument(routes, prefix)))
  return createResponse(bytes, Bun.hash.xxHash64(bytes))
}
