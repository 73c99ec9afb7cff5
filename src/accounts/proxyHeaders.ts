import { ProxyLoginRejected } from '../base/errors.ts'
import { isVisible } from '../base/visibleText.ts'
import { emailProblem, isBlank, maxTextLength, textProblem } from '../validation/rules.ts'

/** How a proxy says in headers who sends a request. */
export interface ProxyLoginOptions {
  /** The header with the e-mail address. */
  header: string
  /** The header with the name of the user. */
  nameHeader?: string | undefined
  /** The header with the groups of the user, and the group whose members are admins. */
  groups?: { header: string; admins: string } | undefined
  /** Whether an account is created for an address that has none. */
  createsAccounts: boolean
}

/** The user whom a proxy names. */
export interface ProxyUser {
  /** The IP address of the proxy. */
  proxy: string
  email: string
  name: string
  /** undefined if the proxy says nothing of groups. */
  isAdmin: boolean | undefined
}

/** Returns the IP address of the other end of a request's connection if it is a trusted proxy. */
type ProxyLookup = (request: Request) => string | undefined

export interface ProxyLogin extends Pick<ProxyLoginOptions, 'header' | 'createsAccounts'> {
  /** Returns the IP address of the trusted proxy that has sent a request itself: `X-Forwarded-For` is not looked at. */
  proxyOf: ProxyLookup
  /** Returns what the proxy says is the e-mail address of the client. It is not checked. undefined if a request has none of a trusted proxy. */
  findEmail(request: Request): string | undefined
  /** Returns the user whom a request of a trusted proxy names. @throws ProxyLoginRejected */
  requireUser(request: Request): ProxyUser
}

export const createProxyLogin = (
  { header, nameHeader, groups, createsAccounts }: ProxyLoginOptions,
  proxyOf: ProxyLookup,
): ProxyLogin => ({
  header,
  createsAccounts,
  proxyOf,
  findEmail: (request) =>
    proxyOf(request) === undefined ? undefined : readHeader(request, header)?.slice(0, maxTextLength) || undefined,
  requireUser: (request) => {
    const proxy = proxyOf(request)
    if (proxy === undefined) throw new ProxyLoginRejected('Only a trusted proxy can log somebody in here.')
    if (!isFromOwnPage(request))
      throw new ProxyLoginRejected(
        "The request is not from a page of this host. Does the proxy pass the browser's Host on?",
      )
    const email = readHeader(request, header)
    if (isBlank(email)) throw new ProxyLoginRejected(`The proxy has sent no ${header}.`)
    // A header that was sent twice is no address, either: both values arrive as one, with a comma between them.
    if (email === undefined || emailProblem(email))
      throw new ProxyLoginRejected(`The value that the proxy has sent as ${header} is not an e-mail address.`)
    return {
      proxy,
      email,
      name: nameOf(email, nameHeader && readHeader(request, nameHeader)),
      isAdmin: groups && isMember(groups.header, groups.admins, readHeader(request, groups.header)),
    }
  },
})

/**
 * Whether a page of this host has sent a request, as far as a browser says. No page can choose these three headers. Without `Origin`, no
 * page has sent it. A browser that sends `Sec-Fetch-Site` also compares the schemes, which only the proxy knows.
 */
const isFromOwnPage = ({ headers }: Request): boolean => {
  const host = /^https?:\/\/(.+)$/.exec(headers.get('origin') ?? '')?.[1]
  const site = headers.get('sec-fetch-site') ?? 'same-origin'
  return host !== undefined && host === headers.get('host')?.toLowerCase() && site === 'same-origin'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Headers arrive as Latin-1, and proxies send UTF-8. */
const readHeader = ({ headers }: Request, name: string): string | undefined => {
  const text = headers.get(name)?.trim()
  if (text === undefined) return
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

/** A name that no account can have is no reason to reject the user. */
const nameOf = (email: string, name: string | undefined) =>
  name === undefined || !isVisible(name) || textProblem(name, maxTextLength)
    ? email.slice(0, email.indexOf('@'))
    : name.trim()

/**
 * Whether a group is in a list: with commas between two groups as Authelia and oauth2-proxy send it, or with `|` as Authentik does.
 * @throws ProxyLoginRejected for a header that was sent twice, such as by the proxy and by its client
 */
const isMember = (header: string, group: string, list: string | undefined) => {
  if (list === undefined) return
  // Two values arrive as one, with a comma and a space between them.
  if (/,\s|,$/.test(list)) throw new ProxyLoginRejected(`${header} was sent twice, or has a comma before a space.`)
  return list.split(/[,|]/).includes(group)
}
