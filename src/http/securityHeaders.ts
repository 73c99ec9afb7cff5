/**
 * What browsers are told about every answer: that it is JSON and nothing else, and that nothing in it is to be run, loaded
 * or framed. There is no HSTS, since TLS ends before this server.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Adds them to an answer. What doesn't say how long it may be kept, such as a new token, is not kept by anybody. */
export const withSecurityHeaders = (response: Response): Response => {
  const { headers } = response
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return response
}
