import { version } from '../../package.json'
import { projectHome } from '../base/projectHome.ts'
import { capitalize } from '../base/words.ts'
import { resources } from '../catalogue/resources.ts'
import { headers } from './headers.ts'
import { createOperation, type DocumentedRoute } from './operation.ts'
import { createSharedResponses, referencesOf, selectReferred } from './responses.ts'
import { createSchemaConverter } from './schemas.ts'
import { isInScope, type Scope } from './scope.ts'

const description = `A music catalogue with accounts, two roles and liked tracks.

- Everything below \`/api\` is the API. A list is always complete.
- Send the token of \`POST /api/register\` or \`POST /api/login\` as \`Authorization: Bearer <token>\`.
- Only admins create, change and delete catalogue records, and manage users. A read-only token only reads and likes.
- \`HEAD\` returns what \`GET\` returns, without the body. A slash at the end of a path, and below \`/api\` a query string, make no
  difference.
- A path that is not in this document gets a 404. Another method of a path gets a 405 with \`Allow\`. Both have a \`message\`.
- Members of a request body that are not in this document are ignored. Spaces around a text are not part of it.`

const tags = [
  { name: 'Session', description: 'Register, log in, log out, and your own account.' },
  { name: 'Likes', description: 'The tracks that the caller likes.' },
  ...Object.values(resources).map(({ name, description: { summary } }) => ({
    name: capitalize(name),
    description: summary,
  })),
  { name: 'Users', description: 'The accounts. Only for admins.' },
  { name: 'Search', description: 'Pages of records by words, filters and order.' },
  { name: 'Changes', description: 'Changes, for programs that follow them.' },
  { name: 'Console', description: 'Endpoints for the console. They may change with every version.' },
  { name: 'Health', description: 'For programs that monitor the server. Without a token.' },
]

const parameters = {
  Id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the record.',
    schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    example: 1,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a response that the client has stored. If it is still current, the response is a 304.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the GET of this record, several of them, or `*`. If the record has changed since, the response is a 412, and nothing is changed. Tags are compared weakly.',
    schema: { type: 'string' },
  },
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The `token` of a login.' },
}

interface DocumentOptions {
  /** The path below which clients find the application. The URL of a server can't be relative: tools append `/api` to it. */
  prefix?: string | undefined
  /** Which paths the document has; all by default. */
  scope?: Scope | undefined
}

/** Creates the OpenAPI 3.1 document of an application from what its routes declare. Tags and components that no path needs are left out. */
export const createDocument = (routes: readonly DocumentedRoute[], { prefix, scope = 'all' }: DocumentOptions = {}) => {
  const { convert, components } = createSchemaConverter()
  const paths: Record<string, Record<string, ReturnType<typeof createOperation>>> = {}
  const usedTags = new Set<string>()
  for (const route of routes) {
    if (route.hooks.detail?.hide || !isInScope(route.path, scope)) continue
    const path = route.path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')
    const operation = createOperation(route, convert)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    for (const tag of operation.tags ?? []) usedTags.add(tag)
  }
  const inPaths = referencesOf(paths)
  const responses = createSharedResponses(convert, inPaths)
  const references = new Set([...inPaths, ...referencesOf(responses)])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Music library',
      version,
      description,
      contact: { name: 'Music library', ...(projectHome && { url: projectHome }) },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix || '/' }],
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses,
      headers: selectReferred('headers', headers, references),
      parameters: selectReferred('parameters', parameters, references),
      securitySchemes,
    },
  }
}
