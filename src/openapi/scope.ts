import type { Parameter } from '../http/query.ts'

/** Which paths the OpenAPI document has: `all`, or `api` for those without the endpoints of the console. */
export const scopes = ['all', 'api'] as const

export type Scope = (typeof scopes)[number]

export const isInScope = (path: string, scope: Scope): boolean => scope === 'all' || !path.startsWith('/console/')

/** The parameter of `GET /openapi.json`. */
export const scopeParameter: Parameter<Scope> = {
  parse: (text) => scopes.find((scope) => scope === text),
  rule: `must be ${scopes.join(' or ')}.`,
  jsonSchema: { type: 'string', enum: scopes },
  description: 'Which paths the document has.',
}
