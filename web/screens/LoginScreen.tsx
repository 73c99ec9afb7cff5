import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Session } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { EmailField, NameField, PasswordField } from '../components/accounts/accountFields.tsx'
import { useSubmission } from '../components/formSubmission.ts'
import { Problem } from '../components/Problem.tsx'
import { SessionCard } from '../session/SessionCard.tsx'
import { settings } from '../settings.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  /** The code of an invitation that the address had; '' if it had none. */
  invitation: string
  onStart(session: Session): void
  /** Undefined where there are no guests. */
  onGuest: (() => void) | undefined
}

/** The login and, where registration is not closed, the form that creates an account. */
export const Component = ({ invitation, onStart, onGuest }: Props) => {
  const [isRegistering, setIsRegistering] = useState(invitation !== '' && settings.registration !== 'closed')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '', password_confirmation: '', invitation },
  })
  const { frame, send } = useSubmission(form, {
    mutationFn: ({ email, password, ...registration }) =>
      isRegistering
        ? client.register({
            ...{ email, password },
            name: registration.name,
            password_confirmation: registration.password_confirmation,
            ...(settings.registration === 'invite' && { invitation: registration.invitation }),
          })
        : client.login({ email, password }),
    onSuccess: onStart,
  })
  const isRefused = invitation !== '' && settings.registration === 'closed'
  const problem = frame.problem ?? (isRefused ? texts.invitations.registration.closed : undefined)

  return (
    <SessionCard subtitle={isRegistering ? texts.session.register : texts.session.subtitle}>
      <form noValidate onSubmit={frame.onSubmit}>
        <Stack gap="md">
          <Problem sentence={problem} />
          {isRegistering && <NameField {...form.getInputProps('name')} />}
          <EmailField data-autofocus {...form.getInputProps('email')} />
          <PasswordField
            autoComplete={isRegistering ? 'new-password' : 'current-password'}
            {...form.getInputProps('password')}
          />
          {isRegistering && (
            <PasswordField label={texts.session.repeatPassword} {...form.getInputProps('password_confirmation')} />
          )}
          {isRegistering && settings.registration === 'invite' && (
            <TextInput
              label={texts.session.invitation}
              required
              withAsterisk={false}
              {...form.getInputProps('invitation')}
            />
          )}
          <Button type="submit" loading={frame.isSaving} fullWidth>
            {isRegistering ? texts.session.register : texts.session.logIn}
          </Button>
          {settings.registration !== 'closed' && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                form.clearErrors()
                setIsRegistering(!isRegistering)
              }}
            >
              {isRegistering ? texts.session.haveAccount : texts.session.register}
            </Anchor>
          )}
          {onGuest && (
            <Anchor component="button" type="button" size="sm" onClick={onGuest}>
              {texts.session.continueAsGuest}
            </Anchor>
          )}
          {!!settings.demo?.accounts.length && (
            <Demo onChoose={(account) => send({ ...form.getInitialValues(), ...account })} />
          )}
        </Stack>
      </form>
    </SessionCard>
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
