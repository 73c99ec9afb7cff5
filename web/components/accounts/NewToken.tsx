import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { createToken } from '../../api/accounts.ts'
import { useUser } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { FormFrame } from '../edit/FormFrame.tsx'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { useLeave } from '../edit/useLeave.ts'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { UserPicker } from '../pickers/UserPicker.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { OneTimeSecret } from './OneTimeSecret.tsx'

interface Values {
  user_id: number | undefined
  name: string
  read_only: boolean
  /** The empty text stands for no end. */
  expires_at: string
}

/** The drawer that creates a named token, and then shows it once. */
export const NewToken = () => {
  const user = useUser()
  const leave = useLeave()
  const [parameters] = useSearchParams()
  const form = useForm<Values>({
    initialValues: {
      user_id: Number(parameters.get('user_id')) || user.id,
      name: '',
      read_only: false,
      expires_at: '',
    },
    validate: { user_id: (id) => id === undefined && texts.tokens.userMissing },
  })
  const { values } = form
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (user_id: number) => createToken({ ...values, user_id, expires_at: values.expires_at || null }),
    // The secret is in memory no longer than it is shown.
    gcTime: 0,
    onError: (failure) => showFieldErrors(form, failure),
  })
  if (data) {
    return (
      <RecordDrawer title={data.name ?? ''} isLocked>
        <OneTimeSecret secret={data.token} warning={texts.tokens.secretWarning} onClose={leave} />
      </RecordDrawer>
    )
  }
  return (
    <RecordDrawer title={texts.editing.newTitle(texts.tokens.one)}>
      <FormFrame
        problem={describeFormError(values, error)}
        saveLabel={texts.tokens.create}
        isSaving={isPending}
        onSubmit={submitChecked(form, ({ user_id }) => {
          if (user_id !== undefined) mutate(user_id)
        })}
      >
        <TextInput
          label={texts.tokens.name}
          description={texts.tokens.nameHelp}
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <UserPicker
          value={values.user_id}
          onChange={(id) => form.setFieldValue('user_id', id)}
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
          value={values.expires_at}
          onChange={(expires_at) => form.setFieldValue('expires_at', expires_at)}
          error={form.errors.expires_at}
        />
      </FormFrame>
    </RecordDrawer>
  )
}
