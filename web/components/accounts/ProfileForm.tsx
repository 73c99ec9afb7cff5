import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { User } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { Problem } from '../Problem.tsx'
import { EmailField, NameField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

/** The name and the e-mail address of the own account. */
export const ProfileForm = ({ user, disabled }: { user: User; disabled: boolean }) => {
  const form = useForm({ initialValues: { name: user.name, email: user.email, current_password: '' } })
  const { name, email, current_password } = form.values
  const isNewAddress = email.trim() !== user.email
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.me.update({
        ...(name !== user.name && { name }),
        ...(isNewAddress && { email, current_password }),
      }),
    onSuccess: (changed) => {
      const values = { name: changed.name, email: changed.email, current_password: '' }
      form.setInitialValues(values)
      form.setValues(values)
      notifications.show({ message: texts.account.saved })
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  return (
    <form noValidate onSubmit={submitChecked(form, () => mutate())}>
      <Fieldset variant="unstyled" disabled={disabled} m={0}>
        <Stack>
          <Problem sentence={describeFormError(form.values, error)} />
          <NameField {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          {isNewAddress && (
            <CurrentPassword description={texts.account.currentForEmail} {...form.getInputProps('current_password')} />
          )}
          <Group justify="end" mt="auto">
            <Button type="submit" loading={isPending} disabled={name === user.name && !isNewAddress}>
              {texts.account.saveProfile}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  )
}
