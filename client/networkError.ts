import type { RequestLine } from './errors.ts'
import { originOfPage } from './runtime.ts'

/** What the codes and messages of errors mean: those of Node, Bun and Deno, and for the first also those of browsers and React Native. */
const causes: [pattern: RegExp, sentence: string][] = [
  [/refused|failed to fetch|load failed|network ?(error|request)/i, 'nothing listens there: is the server started?'],
  [/ENOTFOUND|EAI_AGAIN|dns/, 'there is no host of this name.'],
  [/TIMED?OUT/, 'the host did not answer in time.'],
  [/ECONNRESET|UND_ERR_SOCKET|closed/, 'the connection was closed too early.'],
]

/**
 * Returns the error for what a `fetch` has thrown: that of a network has the request and a cause in words, and any other one stays as it is.
 * @param full - the URL with its parameters, which may have a secret
 */
export const toNetworkError = (thrown: unknown, { method, url = '' }: RequestLine, full: string): unknown => {
  const error = thrown as Error | undefined
  // An error of another realm, as in Jest, is no instance of this one's TypeError.
  if (error?.name !== 'TypeError') return thrown
  const { code = '', message } = (error.cause ?? error) as { code?: string; message?: string }
  const text = `${message} ${code}`
  const known = causes.findIndex(([pattern]) => pattern.test(text))
  const sentence = causes[known]?.[1] ?? text.split(full).join(url)
  const origin = originOfPage()
  // Browsers have no codes, and for the first cause say the same if the response may not be read.
  const more =
    known || code || !origin || url.startsWith(`${origin}/`)
      ? ''
      : ` Or the origin ${origin} is not allowed: see cors-origins.`
  // Errors of Bun, and of Node for a wrong URL, have the whole URL.
  return new TypeError(`${method} ${url}: ${sentence}${more}`, url === full ? { cause: thrown } : {})
}
