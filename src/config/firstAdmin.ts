import { UsageError } from '../base/errors.ts'
import type { Settings } from './settings.ts'

/** The admin account that `serve` creates if no account has its address. */
interface FirstAdmin {
  email: string
  password: string
}

/** The first admin from the settings; undefined if none is set. @throws UsageError when only one half is set */
export const firstAdminFrom = ({
  adminEmail: email,
  adminPassword: password,
}: Pick<Settings, 'adminEmail' | 'adminPassword'>): FirstAdmin | undefined => {
  if (!email && !password) return
  if (!email)
    throw new UsageError("An admin's password is set without ADMIN_EMAIL or admin-email. Set both, or neither.")
  if (!password) {
    throw new UsageError(
      `The admin ${email} has no password. Set ADMIN_PASSWORD_FILE, ADMIN_PASSWORD or admin-password-file.`,
    )
  }
  return { email, password }
}
