import type { Route } from '../http/methods.ts'
import type { ServiceOptions } from './options.ts'

/**
 * Who may call a route: everybody, or whom the guard of this name lets in (`accounts/guards.ts`).
 * With `signedIn` a read-only token may only read, with `anyToken` it may also write. With `signedInOrGuest` a guest may read, too.
 */
type Access = 'everybody' | 'anyToken' | 'signedIn' | 'signedInOrGuest' | 'adminOnly'

interface ListedRoute extends Route {
  access: Access
  /** The file that defines it, below `src/`. */
  file: string
}

/** The routes that one file defines with the same access. @param list - such as `GET /healthz` */
const at = (file: string, access: Access, ...list: string[]): ListedRoute[] =>
  list.map((text) => {
    const [method = '', path = ''] = text.split(' ')
    return { method, path, access, file }
  })

/** The resources that tracks refer to. */
const namesOfParts = ['labels', 'genres', 'artists', 'albums']
const names = [...namesOfParts, 'tracks']

/** For probes, for the API, for searches and for those who follow changes. They are always mounted. */
export const apiRoutes: readonly ListedRoute[] = [
  ...at('observability/health.ts', 'everybody', 'GET /healthz', 'GET /readyz'),
  ...at('accounts/session/routes.ts', 'everybody', 'POST /api/register', 'POST /api/login'),
  ...at('accounts/session/routes.ts', 'signedIn', 'POST /api/logout', 'GET /api/me', 'PUT /api/me'),
  ...at('accounts/users/routes.ts', 'adminOnly', 'GET /api/users/', 'GET /api/users/:id', 'POST /api/users/'),
  ...at('accounts/users/routes.ts', 'adminOnly', 'PUT /api/users/:id', 'DELETE /api/users/:id'),
  ...names.flatMap((name) => [
    ...at('catalogue/routes.ts', 'signedInOrGuest', `GET /api/${name}/`, `GET /api/${name}/:id`),
    ...at('catalogue/routes.ts', 'adminOnly', `POST /api/${name}/`, `PUT /api/${name}/:id`, `DELETE /api/${name}/:id`),
  ]),
  ...at('catalogue/likes/routes.ts', 'anyToken', 'GET /api/me/likes'),
  ...at('catalogue/likes/routes.ts', 'anyToken', 'POST /api/tracks/:id/like', 'DELETE /api/tracks/:id/like'),
  ...at(
    'search/routes.ts',
    'signedInOrGuest',
    'GET /search/',
    'GET /search/counts',
    ...names.map((name) => `GET /search/${name}`),
  ),
  ...at('search/routes.ts', 'adminOnly', 'GET /search/users'),
  ...at('history/follow/routes.ts', 'signedIn', 'GET /changes/', 'GET /changes/stream'),
]

/** Mounted where the console is served. */
export const consoleRoutes: readonly ListedRoute[] = [
  ...at('console/page/routes.ts', 'everybody', 'GET /console', 'GET /console/*', 'GET /console/assets/:file'),
  ...at('console/api/setup.ts', 'everybody', 'POST /console/api/setup/'),
  ...at('console/api/proxyLogin.ts', 'everybody', 'POST /console/api/proxy-login/'),
  ...at('console/api/guest.ts', 'everybody', 'POST /console/api/guest/'),
  ...namesOfParts.flatMap((name) =>
    at('console/api/summaries.ts', 'signedInOrGuest', `GET /console/api/summaries/${name}`),
  ),
  ...at('console/api/covers.ts', 'adminOnly', 'GET /console/api/covers/file'),
  ...at(
    'console/api/covers.ts',
    'everybody',
    'GET /console/api/covers/albums/:id',
    'GET /console/api/covers/artists/:id',
  ),
  ...[...names, 'users'].flatMap((name) =>
    at('console/api/references.ts', 'adminOnly', `GET /console/api/references/${name}/:id`),
  ),
  ...at('console/api/ownTokens.ts', 'signedIn', 'GET /console/api/sessions/'),
  ...at('console/api/ownTokens.ts', 'signedIn', 'DELETE /console/api/sessions/:id', 'DELETE /console/api/sessions/'),
  ...at('console/api/auditTrail.ts', 'adminOnly', 'GET /console/api/audit/'),
  ...at('console/api/undo.ts', 'adminOnly', 'POST /console/api/audit/:id/revert'),
  ...at('console/api/tokens.ts', 'adminOnly', 'GET /console/api/tokens/', 'POST /console/api/tokens/'),
  ...at('console/api/tokens.ts', 'adminOnly', 'DELETE /console/api/tokens/:id'),
  ...at('console/api/invitations.ts', 'adminOnly', 'GET /console/api/invitations/', 'POST /console/api/invitations/'),
  ...at('console/api/invitations.ts', 'adminOnly', 'DELETE /console/api/invitations/:id'),
  ...['tracks', 'albums', 'artists'].flatMap((name) =>
    at('console/api/bulk.ts', 'adminOnly', `POST /console/api/bulk/${name}`),
  ),
  ...at('console/api/duplicates.ts', 'adminOnly', 'GET /console/api/duplicates', 'GET /console/api/namesakes'),
  ...namesOfParts.flatMap((name) => at('console/api/merge.ts', 'adminOnly', `POST /console/api/${name}/:id/merge`)),
  ...names.flatMap((name) => at('console/api/bulkDeletion.ts', 'adminOnly', `POST /console/api/bulk/${name}/delete`)),
  ...at('console/api/albumTracks/routes.ts', 'adminOnly', 'POST /console/api/albums/:id/tracks'),
  ...at('console/api/albumTracks/routes.ts', 'adminOnly', 'POST /console/api/tracks'),
  ...at('console/api/seeding/routes.ts', 'adminOnly', 'POST /console/api/seed/preview', 'POST /console/api/seed'),
  ...at(
    'console/api/seeding/routes.ts',
    'adminOnly',
    'GET /console/api/seed/progress',
    'POST /console/api/seed/merged',
  ),
  ...at('console/api/seeding/routes.ts', 'adminOnly', 'GET /console/api/example-table', 'GET /console/api/sample'),
  ...at('console/api/exportFile.ts', 'adminOnly', 'GET /console/api/export'),
  ...names.flatMap((name) => at('console/api/csv/routes.ts', 'signedIn', `GET /console/api/csv/${name}`)),
  ...at('console/api/backups/routes.ts', 'adminOnly', 'GET /console/api/backups', 'POST /console/api/backups'),
  ...at('console/api/backups/download.ts', 'adminOnly', 'POST /console/api/backups/downloads'),
  ...at('console/api/health/routes.ts', 'adminOnly', 'GET /console/api/health', 'POST /console/api/health/checks'),
]

/** Mounted behind those of the console of a demo. */
export const demoRoutes: readonly ListedRoute[] = at('console/api/demo.ts', 'adminOnly', 'POST /console/api/demo/reset')

/** The OpenAPI document, and the page that shows it. Mounted where they are served. */
export const docsRoutes: readonly ListedRoute[] = [
  ...at('openapi/routes.ts', 'everybody', 'GET /openapi.json'),
  ...at('console/docsPage/routes.ts', 'everybody', 'GET /docs', 'GET /docs/:file'),
]

/** The routes of an application. */
export const mountedRoutes = ({ console, docs, demo }: Pick<ServiceOptions, 'console' | 'docs' | 'demo'>) => [
  ...apiRoutes,
  ...(console ? consoleRoutes : []),
  ...(console && demo ? demoRoutes : []),
  ...(docs ? docsRoutes : []),
]
