import { Misuse } from '../errors.ts'
import type { Settings } from './settings.ts'

/** An account that `serve` makes when nobody has its address. */
export interface FirstAdmin {
  email: string
  password: string
}

/** The first admin; undefined where none is set. @throws Misuse for half of one */
export const firstAdmin = ({
  adminEmail: email,
  adminPassword: password,
}: Pick<Settings, 'adminEmail' | 'adminPassword'>): FirstAdmin | undefined => {
  if (!email && !password) return
  if (!email) throw new Misuse("An admin's password is set without ADMIN_EMAIL or admin-email. Set both, or neither.")
  if (!password) {
    throw new Misuse(
      `The admin ${email} has no password. Set ADMIN_PASSWORD_FILE, ADMIN_PASSWORD or admin-password-file.`,
    )
  }
  return { email, password }
}
