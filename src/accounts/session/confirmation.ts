import { ValidationError } from '../../base/errors.ts'
import { normalizePassword } from '../passwords.ts'

/** @throws ValidationError unless a new password was sent twice */
export const requireConfirmation = (sent: { password: string; password_confirmation: string }): void => {
  if (normalizePassword(sent.password) === normalizePassword(sent.password_confirmation)) return
  const sentences = ['The password and its confirmation are not the same.']
  throw new ValidationError({ password: sentences, password_confirmation: sentences })
}
