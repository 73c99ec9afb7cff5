import { findClosest, maxEdits } from '../base/spelling.ts'
import { parseId } from '../validation/reference.ts'
import { isConsoleApi } from './paths.ts'

export interface Route {
  method: string
  path: string
}

/**
 * Returns the methods of all routes that match a path, sorted. A segment `:name` of a route matches any segment, and `*` at its
 * end matches all further ones, except below `/console/api`, where the pages of the console are not.
 */
export const allowedMethods = (routes: readonly Route[], path: string): string[] => {
  const segments = splitPath(path)
  const methods = new Set(
    routes.filter((route) => matches(splitPath(route.path), segments)).map(({ method }) => method),
  )
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

const matches = (route: string[], segments: string[]) => {
  const isOpen = route.at(-1) === '*'
  if (isOpen && isConsoleApi(segments.join('/'))) return false
  const fixed = isOpen ? route.slice(0, -1) : route
  if (isOpen ? segments.length < route.length : segments.length !== route.length) return false
  return fixed.every((segment, index) => segment === segments[index] || (segment.startsWith(':') && segments[index]))
}

const splitPath = (path: string) => path.replace(/\/$/, '').split('/')

/** The length of the longest path that is compared with routes. It bounds the time of a 404. */
const maxCompared = 200

/**
 * The path of the route that is spelled most like a path without a route, whatever that has before `/api`; undefined if none is like it. It has
 * the ids of that path, and nothing else of it. The routes of the console are left out.
 */
export const suggestPath = (routes: readonly Route[], path: string): string | undefined => {
  if (isConsoleApi(path) || path.length > maxCompared) return
  const segments = splitPath(path)
  const ids = segments.filter(isId)
  const asked = belowApi(segments.map((segment) => (isId(segment) ? ':id' : segment)).join('/'))
  const shape = shapeOf(asked)
  const pathsByName = new Map<string, string>()
  for (const route of routes) {
    if (route.path.startsWith('/console')) continue
    const known = route.path.replace(/\/$/, '')
    const name = belowApi(known)
    if (shapeOf(name) === shape) pathsByName.set(name, known)
  }
  const closest = findClosest(asked, pathsByName.keys(), maxEdits(asked, 4))
  return closest && pathsByName.get(closest)?.replaceAll(':id', (id) => ids.shift() ?? id)
}

const isId = (segment: string) => parseId(segment) !== undefined

/** Some people try `/api/v1`, as other services have it. */
const belowApi = (path: string) => path.replace(/^(?:.*\/api(?:\/v\d+)?)?\//i, '')

/** The number of segments, and which of them are parameters. */
const shapeOf = (name: string) => name.replaceAll(/[^/:]/g, '')
