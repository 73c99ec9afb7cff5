import { Alert, Anchor, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { describeFormError, showFieldErrors } from '../components/formErrors.ts'
import { Logo } from '../components/Logo.tsx'
import { settings } from '../settings.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  onStart(session: Session): void
}

/** The log-in and, where registration is not closed, the form that creates an account. */
export const LoginScreen = ({ onStart }: Props) => {
  const [isRegistering, setIsRegistering] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '', password_confirmation: '', invitation: '' },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ email, password, ...registration }: typeof form.values) =>
      isRegistering
        ? client.register({
            ...{ email, password },
            name: registration.name,
            password_confirmation: registration.password_confirmation,
            ...(settings.registration === 'invite' && { invitation: registration.invitation }),
          })
        : client.login({ email, password }),
    onSuccess: onStart,
    onError: (failure) => showFieldErrors(form, failure),
  })
  const problem = describeFormError(form.getValues(), error)

  return (
    <Center mih="100vh" p="md" component="main" className="login">
      <Paper w="100%" maw={400} p="xl" shadow="md" withBorder>
        <form onSubmit={form.onSubmit((values) => mutate(values))}>
          <Stack gap="md">
            <Stack gap={4} align="center">
              <Logo size={44} />
              <Title order={1} size="h2">
                {texts.layout.name}
              </Title>
              <Text c="dimmed" size="sm">
                {isRegistering ? texts.session.register : texts.session.subtitle}
              </Text>
            </Stack>
            {problem && (
              <Alert color="red" variant="light" role="alert">
                {problem}
              </Alert>
            )}
            {isRegistering && (
              <TextInput
                label={texts.session.name}
                autoComplete="name"
                required
                withAsterisk={false}
                {...form.getInputProps('name')}
              />
            )}
            <TextInput
              label={texts.session.email}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              data-autofocus
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={texts.session.password}
              autoComplete={isRegistering ? 'new-password' : 'current-password'}
              required
              withAsterisk={false}
              {...form.getInputProps('password')}
            />
            {isRegistering && (
              <PasswordInput
                label={texts.session.repeatPassword}
                autoComplete="new-password"
                required
                withAsterisk={false}
                {...form.getInputProps('password_confirmation')}
              />
            )}
            {isRegistering && settings.registration === 'invite' && (
              <TextInput
                label={texts.session.invitation}
                required
                withAsterisk={false}
                {...form.getInputProps('invitation')}
              />
            )}
            <Button type="submit" loading={isPending} fullWidth>
              {isRegistering ? texts.session.register : texts.session.logIn}
            </Button>
            {settings.registration !== 'closed' && (
              <Anchor component="button" type="button" size="sm" onClick={() => setIsRegistering(!isRegistering)}>
                {isRegistering ? texts.session.haveAccount : texts.session.register}
              </Anchor>
            )}
            {settings.demo && <Demo onChoose={(account) => mutate({ ...form.getInitialValues(), ...account })} />}
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

const Demo = ({ onChoose }: { onChoose(account: { email: string; password: string }): void }) => (
  <Stack gap="xs">
    <Text size="sm">{texts.session.demo}</Text>
    {settings.demo?.accounts.map((account) => (
      <Button key={account.email} variant="default" onClick={() => onChoose(account)}>
        {texts.session.demoAccount(account.email)}
      </Button>
    ))}
  </Stack>
)
