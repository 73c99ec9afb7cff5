import { matchesField, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { useSubmission } from '../formSubmission.ts'
import { AccountForm } from './AccountForm.tsx'
import { PasswordField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

/** The password of the own account. */
export const PasswordForm = ({ email, disabled }: { email: string; disabled: boolean }) => {
  const form = useForm({
    initialValues: { current_password: '', password: '', password_confirmation: '' },
    validate: { password_confirmation: matchesField('password', texts.account.passwordsDiffer) },
  })
  const { frame } = useSubmission(form, {
    mutationFn: ({ current_password, password }) => client.me.update({ current_password, password }),
    onSuccess: () => {
      form.reset()
      notifications.show({ message: texts.account.passwordSaved })
    },
  })
  return (
    <AccountForm frame={frame} disabled={disabled} action={texts.account.changePassword}>
      {/* Password managers need to know whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <CurrentPassword {...form.getInputProps('current_password')} />
      <PasswordField
        label={texts.account.newPassword}
        description={texts.account.passwordRule}
        {...form.getInputProps('password')}
      />
      <PasswordField label={texts.account.repeatPassword} {...form.getInputProps('password_confirmation')} />
    </AccountForm>
  )
}
