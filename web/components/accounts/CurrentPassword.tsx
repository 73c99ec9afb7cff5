import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { texts } from '../../texts/texts.ts'

/** The field for the password of the own account, which `PUT /me` needs for a new address or password. */
export const CurrentPassword = (props: PasswordInputProps) => (
  <PasswordInput
    label={texts.account.currentPassword}
    autoComplete="current-password"
    required
    withAsterisk={false}
    {...props}
  />
)
