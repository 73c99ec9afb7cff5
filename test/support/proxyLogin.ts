import { createUser, readRoleId } from '../../src/accounts/users/store.ts'
import { parseTrustedProxies } from '../../src/http/clientIp.ts'
import { type Client, client } from './client.ts'
import { passwordHash } from './library.ts'
import { openRawConnection } from './rawConnection.ts'
import { type NewServer, startNewServer } from './setup.ts'
import { unaudited } from './unaudited.ts'

/** The headers of Authelia. */
export const proxyLogin = {
  header: 'Remote-Email',
  nameHeader: 'Remote-Name',
  groups: { header: 'Remote-Groups', admins: 'music-admins' },
  createsAccounts: true,
}

/** A server that trusts 127.0.0.1 as a proxy, from which all requests of tests come, and not 127.0.0.2. */
export const startBehindProxy = (options: Parameters<typeof startNewServer>[0] = {}): Promise<NewServer> =>
  startNewServer({ proxyLogin, trustedProxies: parseTrustedProxies(['127.0.0.1']), ...options })

interface Sent {
  method?: string
  path?: string
  /** The address of the proxy. */
  from?: string
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape
  body: any
}

/** Sends a request with exactly these headers, as many as there are of one name, and `Host`. */
export const sendHeaders = async (
  { origin }: Pick<NewServer, 'origin'>,
  headers: readonly (readonly [name: string, value: string])[],
  { method = 'POST', path = '/console/api/proxy-login', from = '127.0.0.1' }: Sent = {},
): Promise<Answer> => {
  using connection = await openRawConnection(origin, from)
  const lines = [['Host', new URL(origin).host], ['Connection', 'close'], ['Content-Length', '0'], ...headers]
  connection.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  const response = await connection.closed
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? []
  const text = Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8')
  return { status: Number(status), body: text === '' ? undefined : JSON.parse(text) }
}

/** The headers of the page, and those of the proxy that names a user. */
export const headersOf = (
  { origin }: Pick<NewServer, 'origin'>,
  user: { email?: string; name?: string; groups?: string },
): [string, string][] => [
  ['Origin', origin],
  ...(user.email === undefined ? [] : [['Remote-Email', user.email] as [string, string]]),
  ...(user.name === undefined ? [] : [['Remote-Name', user.name] as [string, string]]),
  ...(user.groups === undefined ? [] : [['Remote-Groups', user.groups] as [string, string]]),
]

/** Logs in as the proxy does for the page. */
export const logInByProxy = (server: NewServer, user: Parameters<typeof headersOf>[1], sent?: Sent) =>
  sendHeaders(server, headersOf(server, user), sent)

/** A client with the token of a session. */
export const clientOf = ({ origin }: NewServer, { body }: Answer): Client => client(`${origin}/api`, body.token)

/** Creates an account with the password `password`. @returns its id */
export const createWithPassword = async ({ library }: NewServer, email: string, role: 'admin' | 'user' = 'user') =>
  library.write(async (tx) => {
    const role_id = await readRoleId(tx.db, role)
    return (await createUser(unaudited(tx), { name: 'Ada', email, hash: passwordHash, role_id, email_set_by: 'admin' }))
      .id
  })
