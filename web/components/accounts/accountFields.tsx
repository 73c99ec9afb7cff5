import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { texts } from '../../texts/texts.ts'

// The fields that the forms of accounts share. What a form gives them takes precedence.

export const NameField = (props: TextInputProps) => (
  <TextInput label={texts.session.name} autoComplete="name" required withAsterisk={false} {...props} />
)

export const EmailField = (props: TextInputProps) => (
  <TextInput
    label={texts.session.email}
    type="email"
    autoComplete="username"
    required
    withAsterisk={false}
    {...props}
  />
)

/** A new password, unless `autoComplete` says otherwise. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput label={texts.session.password} autoComplete="new-password" required withAsterisk={false} {...props} />
)
