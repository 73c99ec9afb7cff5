import type { ProxyLoginOptions } from '../accounts/proxyHeaders.ts'
import { UsageError } from '../base/errors.ts'
import { keysOf } from '../base/objects.ts'
import { proxyLoginSettings } from './proxyLoginSettings.ts'
import type { ResolvedSettings } from './readSettings.ts'
import { nameInFile, type Settings } from './settings.ts'

type ProxyLoginSettings = keyof typeof proxyLoginSettings

/** Addresses for documentation (RFC 5737, RFC 3849): no proxy has one, so who trusts it trusts all. */
const addressesOfNobody = ['192.0.2.1', '2001:db8::1']

/**
 * Makes sure that the settings of the login by a proxy go together. Whoever a server trusts as a proxy can log in as anybody.
 * @throws UsageError if not
 */
export const requireProxyLogin = (
  resolved: ResolvedSettings<ProxyLoginSettings | 'trustedProxies' | 'console'>,
): void => {
  const { authHeader, authGroupsHeader, authAdminGroup, trustedProxies } = resolved
  if (authHeader.value === undefined) {
    const other = keysOf(proxyLoginSettings).find((name) => resolved[name].source.kind !== 'default')
    if (other)
      throw new UsageError(`${nameInFile(other)} belongs to auth-header, which is not set. Set both, or neither.`)
    return
  }
  if (!/[^\s,]/.test(trustedProxies.text ?? ''))
    throw new UsageError(
      'auth-header needs trusted-proxies: without it anybody could log in as anybody. Name the address of the proxy, such as trusted-proxies 127.0.0.1,::1.',
    )
  if (addressesOfNobody.some((address) => trustedProxies.value?.(address)))
    throw new UsageError(
      'trusted-proxies trusts all addresses, and so anybody could log in as anybody by auth-header. Name the address of the proxy.',
    )
  if ((authGroupsHeader.value === undefined) !== (authAdminGroup.value === undefined))
    throw new UsageError('auth-groups-header and auth-admin-group belong together. Set both, or neither.')
  if (/[,|]/.test(authAdminGroup.value ?? ''))
    throw new UsageError(
      'auth-admin-group has a comma or a |, which separate the groups in a header. Choose another group.',
    )
  if (resolved.console.value === 'off')
    throw new UsageError(
      'auth-header logs in to the console, and console is off. Turn it on, or leave auth-header out.',
    )
}

/** What an open registration means beside a login by a proxy; undefined unless there are both. */
export const describeOpenRegistration = ({
  authHeader,
  registration,
}: Pick<Settings, 'authHeader' | 'registration'>): string | undefined =>
  authHeader !== undefined && registration === 'open'
    ? 'registration is open beside auth-header. Anybody can register with the address of a user of the proxy, who gets this account at the first login. Set registration to closed or invite.'
    : undefined

/** The options of the server from the settings. */
export const proxyLoginFrom = (settings: Pick<Settings, ProxyLoginSettings>): ProxyLoginOptions | undefined => {
  const { authHeader: header, authNameHeader: nameHeader, authGroupsHeader, authAdminGroup, authCreate } = settings
  if (header === undefined) return
  const groups =
    authGroupsHeader === undefined || authAdminGroup === undefined
      ? undefined
      : { header: authGroupsHeader, admins: authAdminGroup }
  return { header, nameHeader, groups, createsAccounts: authCreate === 'on' }
}
