import { apiRoutes, consoleRoutes, demoRoutes, docsRoutes } from '../app/routes.ts'
import { askForWord } from '../base/spelling.ts'
import { suggestPath } from '../http/methods.ts'
import { apiPath } from '../http/paths.ts'
import { healthPaths } from '../observability/health.ts'

/** The path at which changes are followed. */
export const streamPath = '/changes/stream'

/** All paths of a server, with the page at its root, which is no route. Some may be switched off. */
const routes = [...apiRoutes, ...consoleRoutes, ...demoRoutes, ...docsRoutes, { method: 'GET', path: '/' }].map(
  ({ method, path }) => ({ method, path: path.replace(/(?<=.)\/$/, '') }),
)

/**
 * Describes a path or a method that no request to a route has; undefined if there are such requests.
 * @param path - `*` stands for any characters
 */
export const describePath = (path: string, method: string | undefined): string | undefined => {
  const concerned = routes.filter((route) => canHave(route.path, path))
  if (concerned.length > 0 && concerned.every((route) => healthPaths.includes(route.path)))
    return 'Requests for the health of the server never fail or wait.'
  if (concerned.length === 0) return `No request has the path ${path}. ${suggest(path)}`
  const methods = new Set(concerned.map((route) => route.method))
  if (methods.has('GET')) methods.add('HEAD')
  if (method !== undefined && !methods.has(method))
    return `${path} has no ${method}. It has ${[...methods].sort().join(', ')}.`
}

/** The path that may be meant by one that no request has. What a pattern has behind a segment `*` is taken over. */
const suggest = (path: string) => {
  const star = path.indexOf('/*')
  const fixed = star < 0 ? path : path.slice(0, star)
  const found = suggestPath(routes, fixed)
  return askForWord(found && found + path.slice(fixed.length), `The API is below ${apiPath}.`)
}

/** Whether a request to a route can have a path of a pattern. A segment `:id` of the route is a number, and another one with a colon any text. */
const canHave = (route: string, pattern: string): boolean => {
  // `#` is a digit, `?` a character other than a slash, and `~` repeats the sign before it.
  const shape = route.replaceAll(/:(\w+)/g, (_, name) => (name === 'id' ? '#~' : '?~'))
  const stands = (sign: string | undefined, character: string | undefined) => {
    if (sign === '#') return character !== undefined && /\d/.test(character)
    return sign === '?' ? character !== undefined && character !== '/' : sign === character
  }
  /** Whether the pattern from an index on, and the shape from each index on, have a common text. */
  let after: boolean[] = []
  for (let i = pattern.length; i >= 0; i--) {
    const row: boolean[] = []
    for (let j = shape.length; j >= 0; j--) {
      const next = row[j + 1] ?? false
      if (pattern[i] === '*') row[j] = next || (after[j] ?? false)
      else if (shape[j] === '~') row[j] = next || (stands(shape[j - 1], pattern[i]) && (after[j] ?? false))
      else if (i === pattern.length) row[j] = j === shape.length
      else row[j] = stands(shape[j], pattern[i]) && (after[j + 1] ?? false)
    }
    after = row
  }
  return after[0] ?? false
}
