import { type Check, checkFunction, checkRetries, checkTimeout, checkToken } from './check.ts'
import { type FetchRequest, originOfPage } from './runtime.ts'
import type { OnUnauthenticated } from './session.ts'

/** The client needs one of both URLs. */
export type ClientOptions = SharedOptions &
  (
    | {
        /** The URL of the server. In a page it may be a path, such as `/`: that of the server of the page. */
        url: string
        baseUrl?: undefined
      }
    | {
        /** The URL of the API, which ends in `/api`: the `url` of the server with this path. */
        baseUrl: string
        url?: undefined
      }
  )

interface SharedOptions {
  /** A token of an earlier session. */
  token?: string | null | undefined
  /** Sends a request; the global `fetch` by default. */
  fetch?: FetchRequest | undefined
  /**
   * Is called when the server rejects the token of a request. If it returns another token, the client keeps it, and sends
   * the request once more. Otherwise the client drops the token. It is not called for a login and a logout.
   */
  onUnauthenticated?: OnUnauthenticated | undefined
  /**
   * The time for each attempt of a request, until its whole response is there, in milliseconds; none by default. Afterwards the method throws a
   * DOMException with the name TimeoutError. `changes` has a limit of its own: 45 seconds of silence.
   */
  timeoutMs?: number | undefined
  /**
   * How often a read (a GET) that fails is sent again, at most: if there is no response, or one with the status 429 or from 500. It waits as long as
   * the `Retry-After` of the response says, if this is at most 30 seconds, or else a growing time from half a second. 0 by default.
   */
  retries?: number | undefined
}

const needsUrl =
  'A client needs either the url of the server, such as http://127.0.0.1:3000, or the baseUrl of its API.'

const checks: Record<keyof ClientOptions, Check> = {
  // Any value has a text: `parseRoot` checks that.
  url: String,
  baseUrl: String,
  token: checkToken,
  fetch: checkFunction,
  onUnauthenticated: checkFunction,
  timeoutMs: checkTimeout,
  retries: checkRetries,
}

/** @throws TypeError for an unknown option, and for a value of the wrong form */
export const checkOptions = (options: ClientOptions): void => {
  if (typeof options !== 'object' || !options) throw new TypeError(needsUrl)
  const names = Object.keys(checks)
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name)) throw new TypeError(`There is no option "${name}". ${suggest(name, names)}`)
    if (value !== undefined) checks[name as keyof ClientOptions](value, name)
  }
}

/** The first two letters tell the options apart. */
const suggest = (name: string, names: string[]) => {
  const meant = names.find((known) => known.startsWith(name.slice(0, 2)))
  return meant ? `Did you mean ${meant}?` : `There are ${names.join(', ')}.`
}

const urlForm = /^(https?:\/\/[^\s/?#@]+|(?=\/))(\/[^\s/?#]+)*\/?$/i

/**
 * Returns a function that returns the URL of the server, without a slash at its end. Where a path has no page, that function throws a TypeError: the
 * code of a page may also run on a server, which sends no requests.
 * @throws TypeError for a URL of the wrong form
 */
export const createRoot = ({ url, baseUrl }: ClientOptions): (() => string) => {
  if (!url === !baseUrl) throw new TypeError(needsUrl)
  const given = String(url || baseUrl)
  const refuse = (sentence: string) => {
    throw new TypeError(`The ${url ? 'url' : 'baseUrl'} ${sentence}`)
  }
  // A text that may have a password is not shown.
  if (!urlForm.test(given))
    refuse(
      /^[\w.-]+(:\d+)?\/?$/.test(given)
        ? `must begin with http:// or https://: write http://${given}.`
        : 'must be one such as http://127.0.0.1:3000/music, or in a page / for its server, without a password, ?, # and //.',
    )
  const [, root = '', api] = /^(.*?)(\/api)?\/?$/.exec(given) ?? []
  if (!url && !api) refuse('must end in /api, such as http://127.0.0.1:3000/api.')
  if (url && api) refuse('must not end in /api: write http://127.0.0.1:3000.')
  return () => {
    if (/^http/i.test(root)) return root
    const origin = originOfPage()
    if (!origin) throw new TypeError('The url is a path, which needs a page: write one such as http://127.0.0.1:3000.')
    return origin + root
  }
}
