import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { User } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { useSubmission } from '../formSubmission.ts'
import { AccountForm } from './AccountForm.tsx'
import { EmailField, NameField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

const valuesOf = ({ name, email }: User) => ({ name, email, current_password: '' })

/** The name and the e-mail address of the own account. */
export const ProfileForm = ({ user, disabled }: { user: User; disabled: boolean }) => {
  const form = useForm({ initialValues: valuesOf(user) })
  const { name, email, current_password } = form.values
  const isNewAddress = email.trim() !== user.email
  const { frame } = useSubmission(form, {
    mutationFn: () =>
      client.me.update({
        ...(name !== user.name && { name }),
        ...(isNewAddress && { email, current_password }),
      }),
    onSuccess: (changed) => {
      form.setInitialValues(valuesOf(changed))
      form.setValues(valuesOf(changed))
      notifications.show({ message: texts.account.saved })
    },
  })
  return (
    <AccountForm
      frame={frame}
      disabled={disabled}
      action={texts.account.saveProfile}
      isUnchanged={name === user.name && !isNewAddress}
    >
      <NameField {...form.getInputProps('name')} />
      <EmailField {...form.getInputProps('email')} />
      {isNewAddress && (
        <CurrentPassword description={texts.account.currentForEmail} {...form.getInputProps('current_password')} />
      )}
    </AccountForm>
  )
}
