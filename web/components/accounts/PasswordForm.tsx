import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { matchesField, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { Problem } from '../Problem.tsx'
import { PasswordField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

/** The password of the own account. */
export const PasswordForm = ({ email, disabled }: { email: string; disabled: boolean }) => {
  const form = useForm({
    initialValues: { current_password: '', password: '', password_confirmation: '' },
    validate: { password_confirmation: matchesField('password', texts.account.passwordsDiffer) },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.me.update({ current_password: form.values.current_password, password: form.values.password }),
    onSuccess: () => {
      form.reset()
      notifications.show({ message: texts.account.passwordSaved })
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  return (
    <form noValidate onSubmit={submitChecked(form, () => mutate())}>
      <Fieldset variant="unstyled" disabled={disabled} m={0}>
        <Stack>
          <Problem sentence={describeFormError(form.values, error)} />
          {/* Password managers need to know whose password it is. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <CurrentPassword {...form.getInputProps('current_password')} />
          <PasswordField
            label={texts.account.newPassword}
            description={texts.account.passwordRule}
            {...form.getInputProps('password')}
          />
          <PasswordField label={texts.account.repeatPassword} {...form.getInputProps('password_confirmation')} />
          <Group justify="end" mt="auto">
            <Button type="submit" loading={isPending}>
              {texts.account.changePassword}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  )
}
