import { UsageError } from '../errors.ts'
import type { Settings } from './settings.ts'

/** An account that `serve` makes when nobody has its address. */
export interface FirstAdmin {
  email: string
  password: string
}

/** The first admin; undefined where none is set. @throws UsageError for half of one */
export const firstAdmin = ({
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
