import { Code, NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { createInvitation } from '../../api/accounts.ts'
import { registerPath } from '../../session/addressCode.ts'
import { texts } from '../../texts/texts.ts'
import { FormFrame } from '../edit/FormFrame.tsx'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { useLeave } from '../edit/useLeave.ts'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { ExpiryField, inDays } from './ExpiryField.tsx'
import { OneTimeSecret } from './OneTimeSecret.tsx'

/** How long an invitation is valid, unless another time is chosen: as one of the command line, in days. */
const defaultDays = 7

/** The drawer that creates an invitation, and then shows its code once. */
export const NewInvitation = () => {
  const leave = useLeave()
  const form = useForm({ initialValues: { uses: 1, expires_at: inDays(defaultDays) } })
  const { values } = form
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => createInvitation(values),
    // The code is in memory no longer than it is shown.
    gcTime: 0,
    onError: (failure) => showFieldErrors(form, failure),
  })
  if (data) {
    return (
      <RecordDrawer title={texts.invitations.numbered(data.id)} isLocked>
        <OneTimeSecret
          secret={`${location.origin}${registerPath}#${data.code}`}
          warning={texts.invitations.codeWarning}
          onClose={leave}
        />
        <Text size="xs" c="dimmed" mt="md">
          {texts.invitations.codeAlone} <Code className="break-anywhere">{data.code}</Code>
        </Text>
      </RecordDrawer>
    )
  }
  return (
    <RecordDrawer title={texts.editing.newTitle(texts.invitations.one)}>
      <FormFrame
        problem={describeFormError(values, error)}
        saveLabel={texts.invitations.create}
        isSaving={isPending}
        onSubmit={submitChecked(form, () => mutate())}
      >
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
          value={values.expires_at}
          onChange={(expires_at) => form.setFieldValue('expires_at', expires_at)}
          error={form.errors.expires_at}
        />
      </FormFrame>
    </RecordDrawer>
  )
}
