import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  email: string | undefined
  onStart(session: Session): void
  onLogOut(): void
}

/** Asks for the password of a session that has ended. What the user was doing goes on afterwards. */
export const Component = ({ email = '', onStart, onLogOut }: Props) => {
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.login({ email, password }),
    onSuccess: onStart,
    // After a wrong password there is nothing to read again.
    onSettled: () => {},
  })
  return (
    // Only its buttons close it: what the user was doing is lost with a log-out.
    <Modal
      opened
      onClose={() => {}}
      title={texts.session.title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Stack>
          <Text size="sm">{texts.session.ended}</Text>
          <Text size="sm" fw={600}>
            {email}
          </Text>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordInput
            label={texts.session.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error && describeError(error)}
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
