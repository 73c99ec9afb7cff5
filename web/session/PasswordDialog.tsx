import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { Session } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { PasswordField } from '../components/accounts/accountFields.tsx'
import { submitChecked } from '../components/formSubmission.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  email: string | undefined
  onStart(session: Session): void
  onLogOut(): void
}

/** Asks for the password of a session that has ended. What the user was doing goes on afterwards. */
export const Component = ({ email = '', onStart, onLogOut }: Props) => {
  const form = useForm({ initialValues: { password: '' } })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ password }: typeof form.values) => client.login({ email, password }),
    onSuccess: onStart,
    // After a wrong password there is nothing to read again.
    onSettled: () => {},
  })
  return (
    // Only its buttons close it: what the user was doing is lost with a logout.
    <Modal
      opened
      onClose={() => {}}
      title={texts.session.title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <form noValidate onSubmit={submitChecked(form, (values) => mutate(values))}>
        <Stack>
          <Text size="sm">{texts.session.ended}</Text>
          <Text size="sm" fw={600}>
            {email}
          </Text>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordField
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
            error={form.errors.password ?? (error && describeError(error))}
          />
          <Group justify="space-between">
            <Button variant="default" onClick={onLogOut}>
              {texts.session.logOut}
            </Button>
            <Button type="submit" loading={isPending}>
              {texts.session.continue}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
