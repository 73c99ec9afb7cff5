import { Alert, Input, SegmentedControl } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { OwnChanges, User, UserChanges } from '../../../client/index.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { FormFrame } from '../edit/FormFrame.tsx'
import { UnsavedChanges } from '../edit/UnsavedChanges.tsx'
import { describeFormError, showFieldErrors } from '../formErrors.ts'
import { EmailField, NameField, PasswordField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

interface Props {
  /** The user that is changed; undefined for a new one. */
  user?: User
  /** Saves the members that have changed, and returns the user. Only changes of the own account have the current password. */
  save(changes: UserChanges & OwnChanges): Promise<User>
  onSaved(user: User): unknown
}

/** The ids that the migration of the roles has given them. */
const roleIds = { admin: 1, user: 2 }

/** The fields of an account as admins see them. */
export const UserForm = ({ user, save, onSaved }: Props) => {
  const session = useSession()
  const isSaved = useRef(false)
  const role = user?.role.name === 'admin' ? 'admin' : 'user'
  const form = useForm({
    initialValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      password: '',
      current_password: '',
      role_id: String(roleIds[role]),
    },
  })
  const { values } = form
  const isOwn = user?.id === session.user.id
  const needsCurrent = isOwn && (values.email !== user.email || values.password !== '')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const changes: UserChanges & OwnChanges = {
        ...(values.name !== user?.name && { name: values.name }),
        ...(values.email !== user?.email && { email: values.email }),
        ...(values.password !== '' && { password: values.password }),
        ...(needsCurrent && { current_password: values.current_password }),
        ...(Number(values.role_id) !== user?.role_id && { role_id: Number(values.role_id) }),
      }
      return user && Object.keys(changes).length === 0 ? user : save(changes)
    },
    onSuccess: (saved) => {
      isSaved.current = true
      return onSaved(saved)
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form returns its current values
  const hasChanges = useCallback(() => !isSaved.current && form.isDirty(), [])
  return (
    <FormFrame
      problem={describeFormError(values, error)}
      saveLabel={user ? texts.actions.save : texts.users.create}
      isSaving={isPending}
      onSubmit={form.onSubmit(() => mutate())}
    >
      <NameField autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <EmailField autoComplete="off" {...form.getInputProps('email')} />
      <PasswordField
        label={user ? texts.users.newPassword : texts.users.password}
        description={user ? texts.users.newPasswordHelp : texts.users.passwordRule}
        required={!user}
        {...form.getInputProps('password')}
      />
      {needsCurrent && (
        <CurrentPassword description={texts.users.currentHelp} {...form.getInputProps('current_password')} />
      )}
      <Input.Wrapper label={texts.users.role} description={texts.users.roleHelp} labelElement="div">
        <SegmentedControl
          aria-label={texts.users.role}
          fullWidth
          mt={6}
          data={[
            { value: String(roleIds.user), label: texts.users.roles.user },
            { value: String(roleIds.admin), label: texts.users.roles.admin },
          ]}
          {...form.getInputProps('role_id')}
        />
      </Input.Wrapper>
      {isOwn && Number(values.role_id) !== user.role_id && (
        <Alert color="yellow" variant="light" role="alert">
          {texts.users.ownRole}
        </Alert>
      )}
      <UnsavedChanges hasChanges={hasChanges} />
    </FormFrame>
  )
}
