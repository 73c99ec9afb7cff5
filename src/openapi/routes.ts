import { Elysia } from 'elysia'
import { createBoundedMap } from '../http/boundedMap.ts'
import { type CachedResponse, createTextResponse, sendCached } from '../http/cachedResponse.ts'
import type { PrefixOf } from '../http/prefix.ts'
import { parseQuery } from '../http/query.ts'
import type { DocumentedRoute } from './operation.ts'
import { type Scope, scopeParameter, scopes } from './scope.ts'

/** How many documents are cached: those of all scopes below four prefixes. A service is known below one or two. */
const maxDocuments = 4 * scopes.length

/**
 * Serves the OpenAPI document, without a token: it is the same for all servers below the same prefix.
 * @param routes - all routes of the application; read at the first request
 */
export const openApiRoutes = (routes: readonly DocumentedRoute[], prefixOf: PrefixOf) => {
  const documents = createBoundedMap<Promise<CachedResponse>>(maxDocuments)
  return new Elysia({ name: 'openapi' }).get(
    '/openapi.json',
    async ({ request }) => {
      const scope = readScope(request)
      const prefix = prefixOf(request)
      const key = `${scope} ${prefix}`
      const document = documents.get(key) ?? createDocumentResponse(routes, prefix, scope)
      documents.set(key, document)
      return sendCached(await document, request)
    },
    { detail: { hide: true } },
  )
}

/** Other parameters are ignored. @throws ValidationError for a scope that does not exist, and for two */
const readScope = ({ url }: Request): Scope => {
  const query = new URL(url).searchParams.getAll('scope').map((scope): [string, string] => ['scope', scope])
  return parseQuery({ scope: scopeParameter }, new URLSearchParams(query)).scope ?? 'all'
}

/** Loaded here, since a server must not start later for a document that it may never send. */
const createDocumentResponse = async (routes: readonly DocumentedRoute[], prefix: string, scope: Scope) => {
  const { createDocument } = await import('./document.ts')
  return createTextResponse(JSON.stringify(createDocument(routes, { prefix, scope })))
}
