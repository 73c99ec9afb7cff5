import { Alert, Input, SegmentedControl } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { User } from '../../../client/index.ts'
import { texts } from '../../texts/texts.ts'
import { EmailField, NameField, PasswordField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

/** What the form of an account holds, under the names of the audit trail. */
export const readAccount = (user?: User) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  role: user?.role.name ?? 'user',
  password: '',
  current_password: '',
})

/** The ids that the migration of the roles has given them. */
const roleIds = { admin: 1, user: 2 }

export const roleIdOf = (role: string): number => (role === 'admin' ? roleIds.admin : roleIds.user)

interface Props {
  form: UseFormReturnType<ReturnType<typeof readAccount>>
  /** Whether the account is created, and so needs a password. */
  isNew?: boolean
  /** Whether the change needs the password of the user who makes it. */
  needsCurrent?: boolean
  /** Whether the user who makes the change gets another role by it. */
  hasOwnNewRole?: boolean
}

/** The fields of an account as admins see them. */
export const UserFields = ({ form, isNew = false, needsCurrent = false, hasOwnNewRole = false }: Props) => (
  <>
    <NameField autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    <EmailField autoComplete="off" {...form.getInputProps('email')} />
    <PasswordField
      label={isNew ? texts.users.password : texts.users.newPassword}
      description={isNew ? texts.users.passwordRule : texts.users.newPasswordHelp}
      required={isNew}
      {...form.getInputProps('password')}
    />
    {needsCurrent && (
      <CurrentPassword description={texts.users.currentHelp} {...form.getInputProps('current_password')} />
    )}
    <Input.Wrapper label={texts.users.role} description={texts.users.roleHelp} labelElement="div">
      <SegmentedControl
        aria-label={texts.users.role}
        fullWidth
        mt={6}
        data={(['user', 'admin'] as const).map((value) => ({ value, label: texts.users.roles[value] }))}
        {...form.getInputProps('role')}
      />
    </Input.Wrapper>
    {hasOwnNewRole && (
      <Alert color="yellow" variant="light" role="alert">
        {texts.users.ownRole}
      </Alert>
    )}
  </>
)
