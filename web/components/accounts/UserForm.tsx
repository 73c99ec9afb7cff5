import { Alert, Button, Group, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { NewUser, User, UserChanges } from '../../../client/index.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { FormErrors, fieldErrors } from './FormErrors.tsx'

interface Props {
  /** The user that is changed; undefined for a new one. */
  user?: User
  /** Saves the members that have changed, and returns the user. */
  save(changes: UserChanges & Partial<NewUser>): Promise<User>
  onSaved(user: User): void
  onCancel(): void
}

/** The ids that the migration of the roles has given them. */
export const roleIds = { admin: 1, user: 2 } as const
type RoleName = keyof typeof roleIds

/** The fields of an account as admins see them. */
export const UserForm = ({ user, save, onSaved, onCancel }: Props) => {
  const session = useSession()
  const role: RoleName = user?.role.name === 'admin' ? 'admin' : 'user'
  const form = useForm({ initialValues: { name: user?.name ?? '', email: user?.email ?? '', role, password: '' } })
  const { values } = form
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      save({
        ...(values.name !== user?.name && { name: values.name }),
        ...(values.email !== user?.email && { email: values.email }),
        ...(values.password !== '' && { password: values.password }),
        ...((!user || values.role !== role) && { role_id: roleIds[values.role] }),
      }),
    onSuccess: onSaved,
    onError: (failure) => form.setErrors(fieldErrors(failure)),
  })
  const losesOwnRole = user?.id === session.user.id && values.role !== role
  return (
    <form onSubmit={form.onSubmit(() => mutate())}>
      <Stack>
        <FormErrors error={error} fields={Object.keys(values)} />
        <TextInput
          label={texts.fields.name}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.session.email}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={user ? texts.users.newPassword : texts.users.password}
          description={user ? texts.users.newPasswordHelp : texts.users.passwordRule}
          autoComplete="new-password"
          required={!user}
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <div>
          <Text size="sm" fw={500} id="role" mb={4}>
            {texts.users.role}
          </Text>
          <SegmentedControl
            aria-labelledby="role"
            fullWidth
            data={[
              { value: 'user', label: texts.users.roles.user },
              { value: 'admin', label: texts.users.roles.admin },
            ]}
            {...form.getInputProps('role')}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {texts.users.roleHelp}
          </Text>
        </div>
        {losesOwnRole && (
          <Alert color="yellow" variant="light" role="alert">
            {texts.users.ownRole}
          </Alert>
        )}
        <Group justify="end">
          <Button variant="default" onClick={onCancel}>
            {texts.actions.cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={user && !form.isDirty()}>
            {user ? texts.actions.save : texts.users.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
