import { Code, NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createInvitation } from '../../api/accounts.ts'
import { registerPath } from '../../session/addressCode.ts'
import { texts } from '../../texts/texts.ts'
import { FormFrame } from '../edit/FormFrame.tsx'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { useSubmission } from '../formSubmission.ts'
import { ExpiryField, inDays } from './ExpiryField.tsx'
import { OneTimeSecret } from './OneTimeSecret.tsx'

/** How long an invitation is valid, unless another time is chosen: as one of the command line, in days. */
const defaultDays = 7

/** The drawer that creates an invitation, and then shows its code once. */
export const NewInvitation = () => {
  const form = useForm({ initialValues: { uses: 1, expires_at: inDays(defaultDays) } })
  const { frame, data } = useSubmission(form, {
    mutationFn: createInvitation,
    // The code is in memory no longer than it is shown.
    gcTime: 0,
  })
  if (data) {
    return (
      <OneTimeSecret
        title={texts.invitations.numbered(data.id)}
        secret={`${location.origin}${registerPath}#${data.code}`}
        warning={texts.invitations.codeWarning}
      >
        <Text size="xs" c="dimmed" mt="md">
          {texts.invitations.codeAlone} <Code className="break-anywhere">{data.code}</Code>
        </Text>
      </OneTimeSecret>
    )
  }
  return (
    <RecordDrawer title={texts.editing.newTitle(texts.invitations.one)}>
      <FormFrame {...frame} saveLabel={texts.invitations.create}>
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
        <ExpiryField days={[defaultDays, 1, 30, 90]} {...form.getInputProps('expires_at')} />
      </FormFrame>
    </RecordDrawer>
  )
}
