import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { createInvitation, type NewInvitation } from '../api/accounts.ts'
import { ExpiryField, inDays } from '../components/accounts/ExpiryField.tsx'
import { FormErrors, fieldErrors } from '../components/accounts/FormErrors.tsx'
import { OneTimeSecret } from '../components/accounts/OneTimeSecret.tsx'
import { RouteDrawer } from '../components/accounts/RouteDrawer.tsx'
import { texts } from '../texts/texts.ts'

/** How long an invitation is valid, unless another time is chosen: as one of the command line, in days. */
const defaultDays = 7

/** The form that creates an invitation, over the list; then its code, which is shown once. */
export const Component = () => {
  const form = useForm<NewInvitation>({ initialValues: { uses: 1, expires_at: inDays(defaultDays) } })
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => createInvitation(form.values),
    // The code is in memory no longer than it is shown.
    gcTime: 0,
    onError: (failure) => form.setErrors(fieldErrors(failure)),
  })
  return (
    <RouteDrawer title={texts.invitations.add} back="/invitations" isLocked={data !== undefined}>
      {(close) =>
        data ? (
          <OneTimeSecret secret={data.code} warning={texts.invitations.codeWarning} onClose={close} />
        ) : (
          <form onSubmit={form.onSubmit(() => mutate())}>
            <Stack>
              <FormErrors error={error} fields={Object.keys(form.values)} />
              <NumberInput
                label={texts.invitations.uses}
                description={texts.invitations.usesHelp}
                min={1}
                max={100_000}
                allowDecimal={false}
                required
                withAsterisk={false}
                data-autofocus
                {...form.getInputProps('uses')}
              />
              <ExpiryField
                days={[defaultDays, 1, 30, 90]}
                value={form.values.expires_at}
                onChange={(expires_at) => form.setFieldValue('expires_at', expires_at)}
                error={form.errors.expires_at}
              />
              <Group justify="end">
                <Button variant="default" onClick={close}>
                  {texts.actions.cancel}
                </Button>
                <Button type="submit" loading={isPending}>
                  {texts.invitations.create}
                </Button>
              </Group>
            </Stack>
          </form>
        )
      }
    </RouteDrawer>
  )
}
