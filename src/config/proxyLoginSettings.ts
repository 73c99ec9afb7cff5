import { headerName } from '../http/cors.ts'
import { createParser, type ValueParser } from './createParser.ts'
import type { Setting } from './setting.ts'
import { nonEmptyText, oneOf } from './valueParsers.ts'

/** The name of a header. */
const header: ValueParser<string> = createParser({
  read: (text) => (headerName.test(text) ? text : undefined),
  form: 'the name of a header',
  example: ', such as Remote-Email',
  suggest: (text) => text.trim().replace(/:$/, ''),
})

/** The settings of the login by a proxy, among those of `settings.ts`. */
export const proxyLoginSettings = {
  authHeader: {
    help: 'header in which a trusted proxy names the e-mail address of its user, whom the console logs in; such as Remote-Email',
    flag: '--auth-header <name>',
    variable: 'AUTH_HEADER',
    parser: header,
    unsetText: 'off',
    unusedInDemo: true,
  },
  authNameHeader: {
    help: 'header with the name of this user, for a new account',
    flag: '--auth-name-header <name>',
    variable: 'AUTH_NAME_HEADER',
    parser: header,
    unsetText: 'none',
    unusedInDemo: true,
  },
  authGroupsHeader: {
    help: 'header with the groups of this user',
    flag: '--auth-groups-header <name>',
    variable: 'AUTH_GROUPS_HEADER',
    parser: header,
    unsetText: 'none',
    unusedInDemo: true,
  },
  authAdminGroup: {
    help: 'group whose members become admins when they log in through the proxy; all others become users',
    flag: '--auth-admin-group <group>',
    variable: 'AUTH_ADMIN_GROUP',
    parser: nonEmptyText,
    unsetText: 'none',
    unusedInDemo: true,
  },
  authCreate: {
    help: 'on to create an account for a user of the proxy who has none, off to reject the login',
    flag: '--auth-create <state>',
    variable: 'AUTH_CREATE',
    parser: oneOf('on', 'off'),
    default: 'off',
    unusedInDemo: true,
  },
} satisfies Record<string, Setting>
