import type { PasswordInputProps } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import { PasswordField } from './accountFields.tsx'

/** The field for the password of the own account, which `PUT /me` needs for a new address or password. */
export const CurrentPassword = (props: PasswordInputProps) => (
  <PasswordField label={texts.account.currentPassword} autoComplete="current-password" {...props} />
)
