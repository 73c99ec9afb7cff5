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
