import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { createToken, type NewToken } from '../api/accounts.ts'
import { ExpiryField } from '../components/accounts/ExpiryField.tsx'
import { FormErrors, fieldErrors } from '../components/accounts/FormErrors.tsx'
import { OneTimeSecret } from '../components/accounts/OneTimeSecret.tsx'
import { RouteDrawer } from '../components/accounts/RouteDrawer.tsx'
import { UserPicker } from '../components/accounts/UserPicker.tsx'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** The form that creates a named token, over the list; then the token, which is shown once. */
export const Component = () => {
  const { user } = useSession()
  const [parameters] = useSearchParams()
  const form = useForm<NewToken>({
    initialValues: {
      user_id: Number(parameters.get('user_id')) || user.id,
      name: '',
      read_only: false,
      expires_at: null,
    },
  })
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => createToken(form.values),
    // The secret is in memory no longer than it is shown.
    gcTime: 0,
    onError: (failure) => form.setErrors(fieldErrors(failure)),
  })
  return (
    <RouteDrawer title={data?.name ?? texts.tokens.add} back="/tokens" isLocked={data !== undefined}>
      {(close) =>
        data ? (
          <OneTimeSecret secret={data.token} warning={texts.tokens.secretWarning} onClose={close} />
        ) : (
          <form onSubmit={form.onSubmit(() => mutate())}>
            <Stack>
              <FormErrors error={error} fields={Object.keys(form.values)} />
              <TextInput
                label={texts.tokens.name}
                description={texts.tokens.nameHelp}
                required
                withAsterisk={false}
                data-autofocus
                {...form.getInputProps('name')}
              />
              <UserPicker
                label={texts.tokens.user}
                value={form.values.user_id}
                onChange={(id) => id !== undefined && form.setFieldValue('user_id', id)}
                error={form.errors.user_id}
              />
              <Switch
                label={texts.tokens.readOnly}
                description={texts.tokens.readOnlyHelp}
                {...form.getInputProps('read_only', { type: 'checkbox' })}
              />
              <ExpiryField
                days={[30, 90, 365]}
                allowNone
                value={form.values.expires_at}
                onChange={(expires_at) => form.setFieldValue('expires_at', expires_at)}
                error={form.errors.expires_at}
              />
              <Group justify="end">
                <Button variant="default" onClick={close}>
                  {texts.actions.cancel}
                </Button>
                <Button type="submit" loading={isPending}>
                  {texts.tokens.create}
                </Button>
              </Group>
            </Stack>
          </form>
        )
      }
    </RouteDrawer>
  )
}
