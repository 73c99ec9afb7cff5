export interface Route {
  method: string
  path: string
}

/** Returns the methods of all routes that match a path, sorted. A segment `:name` of a route matches any segment. */
export const allowedMethods = (routes: readonly Route[], path: string): string[] => {
  const segments = splitPath(path)
  const methods = new Set(
    routes.filter((route) => matches(splitPath(route.path), segments)).map(({ method }) => method),
  )
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

const matches = (route: string[], segments: string[]) =>
  route.length === segments.length &&
  route.every((segment, index) => segment === segments[index] || (segment.startsWith(':') && segments[index]))

const splitPath = (path: string) => path.replace(/\/$/, '').split('/')
