export interface Route {
  method: string
  path: string
}

/** The methods that a path answers to; none where there is no such path. `:name` in a route stands for any one segment. */
export const allowedMethods = (routes: readonly Route[], path: string): string[] => {
  const sent = segments(path)
  const methods = new Set(routes.filter((route) => fits(segments(route.path), sent)).map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

const fits = (route: string[], sent: string[]) =>
  route.length === sent.length &&
  route.every((segment, at) => segment === sent[at] || (segment.startsWith(':') && sent[at]))

const segments = (path: string) => path.replace(/\/$/, '').split('/')
