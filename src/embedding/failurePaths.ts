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
  const concerned = routes.filter((route) => haveCommonText(path, route.path.replaceAll(/:\w+/g, '*')))
  if (concerned.length > 0 && concerned.every((route) => healthPaths.includes(route.path)))
    return 'Requests for the health of the server never fail or wait.'
  if (concerned.length === 0)
    return `No request has the path ${path}. ${askForWord(suggestPath(routes, path), `The API is below ${apiPath}.`)}`
  const methods = new Set(concerned.map((route) => route.method))
  if (methods.has('GET')) methods.add('HEAD')
  if (method !== undefined && !methods.has(method))
    return `${path} has no ${method}. It has ${[...methods].sort().join(', ')}.`
}

/** Whether there is a text that both patterns describe. `*` stands for any characters in them. */
const haveCommonText = (first: string, second: string): boolean => {
  /** Whether what follows an index of the first one, and each index of the second one, have a common text. */
  let after: boolean[] = []
  for (let i = first.length; i >= 0; i--) {
    const row: boolean[] = []
    for (let j = second.length; j >= 0; j--) {
      const isEnd = i === first.length && j === second.length
      const isStar = first[i] === '*' || second[j] === '*'
      row[j] = isEnd || (isStar && (row[j + 1] || after[j])) || (first[i] === second[j] && after[j + 1]) || false
    }
    after = row
  }
  return after[0] ?? false
}
