import { NotFound } from '../base/errors.ts'
import { parseId } from '../validation/reference.ts'

/** All endpoints of the API are below this path. */
export const apiPath = '/api'

/** The endpoints of the console are below this path. */
export const consoleApiPath = '/console/api'

/** Creates the token of a guest. */
export const guestPath = `${consoleApiPath}/guest/`

/** Resets a demo. */
export const demoResetPath = `${consoleApiPath}/demo/reset`

/** The page that makes the first admin. The code is in the fragment of its URL, which browsers do not send. */
export const setupPath = '/console/setup'

/** The files of the console, which its page loads, are below this path. */
export const consoleAssetsPath = '/console/assets/'

/** The page that documents the API. Its files are below it. */
export const docsPath = '/docs'

/** Whether a path is that of a file which a page loads: a script, a style or an icon. */
export const isPageFile = (path: string): boolean =>
  path.startsWith(consoleAssetsPath) || (path.startsWith(docsPath) && path.length > docsPath.length + 1)

/** Whether a path is one of the endpoints of the console, or could be: the page of the console is not there. */
export const isConsoleApi = (path: string): boolean => path === consoleApiPath || path.startsWith(`${consoleApiPath}/`)

/** Returns the path of a request's URL, without the query string. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', 'https://'.length)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/**
 * Returns a relative reference from the URL of a request to the root of the service, such as `../` for `/docs/`. A browser may know
 * the service below another path, which its proxy has removed.
 */
export const relativeRoot = (url: string): string => '../'.repeat(pathOf(url).split('/').length - 2) || './'

/** Returns the path without a trailing slash, which makes no difference to the route. */
export const normalizedPathOf = (url: string): string => {
  const path = pathOf(url)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** The parameters of a path such as `/tracks/:id`. */
export interface RecordPath {
  id?: string
}

/**
 * Replaces an id that Elysia could not percent-decode, and so set to null, with its text in the path: the 404 names the
 * id as it was sent.
 */
export const restoreRawId = (params: Record<string, unknown> | undefined, path: string, route: string) => {
  if (params?.id === null) params.id = path.split('/')[route.split('/').indexOf(':id')]
}

/**
 * Parses the id of a path.
 * @throws NotFound, with the id as it was sent, for anything but an integer from 1 to 2^53 - 1
 */
export const parsePathId = (kind: string, { id: sent = '' }: RecordPath): number => {
  const id = parseId(sent)
  if (id === undefined) throw new NotFound(kind, sent)
  return id
}
