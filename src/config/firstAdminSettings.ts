import type { Setting } from './setting.ts'
import { email, newPassword } from './valueParsers.ts'

/** The admin that a start creates. They have no flags, since all users of the machine can see a command line. */
export const firstAdminSettings = {
  adminEmail: {
    help: 'creates this admin at the start if no account has the address',
    variable: 'ADMIN_EMAIL',
    parser: email,
    unsetText: 'none',
    unusedInDemo: true,
  },
  adminPassword: {
    help: 'password of this admin',
    variable: 'ADMIN_PASSWORD',
    parser: newPassword,
    unsetText: 'none',
    secret: true,
    unusedInDemo: true,
  },
} satisfies Record<string, Setting>
