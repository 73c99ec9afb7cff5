import type { AnyElysia, Elysia } from 'elysia'

/** The body of the 422 that Elysia's types add to each route with a schema. Bodies are validated before Elysia sees them. */
interface ElysiaValidationBody {
  type: 'validation'
  on: string
}

/**
 * The bodies of a route by status, without what only Elysia's types add: the 422, and a 200 for a handler that returns a `Response`. A 304
 * is left out, too: it is for clients that send `If-None-Match`, and no error.
 */
type DeclaredResponses<Bodies> = {
  [Status in keyof Bodies as Status extends 304
    ? never
    : Bodies[Status] extends ElysiaValidationBody | Response
      ? never
      : Status]: Bodies[Status]
}

/** The paths of an application, down to its routes. */
type DeclaredRoutes<Node> = Node extends { response: infer Bodies; params: unknown }
  ? { [Member in keyof Node]: Member extends 'response' ? DeclaredResponses<Bodies> : Node[Member] }
  : { [Segment in keyof Node]: DeclaredRoutes<Node[Segment]> }

/** The type of an application, with only the responses that its routes declare. */
export type WithDeclaredResponses<App> =
  App extends Elysia<
    infer Prefix,
    infer Singleton,
    infer Definitions,
    infer Metadata,
    infer Routes,
    infer Ephemeral,
    infer Volatile
  >
    ? Elysia<Prefix, Singleton, Definitions, Metadata, DeclaredRoutes<Routes>, Ephemeral, Volatile>
    : never

/**
 * Moves the schemas that the routes of a plugin declare out of Elysia's reach, to where the OpenAPI document reads them; types have them
 * from where they are written. Elysia would compile a check of each at the first request to its route, which takes several milliseconds.
 * Bodies are validated before (`jsonBody.ts`), and what stores return has a type. It has to be called before the plugin is mounted.
 */
export const hideSchemas = <Plugin extends AnyElysia>(plugin: Plugin): Plugin => {
  for (const { hooks } of plugin.routes) {
    hooks.declared = { body: hooks.body, response: hooks.response }
    delete hooks.body
    delete hooks.response
  }
  return plugin
}
