import { Alert, Input, SegmentedControl } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChangeOptions, OwnChanges, User, UserChanges } from '../../../client/index.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { ConflictDialog } from '../edit/ConflictDialog.tsx'
import { FormFrame } from '../edit/FormFrame.tsx'
import { type FieldValue, findChanges, findForeignChanges } from '../edit/recordChanges.ts'
import { saveUnlessChanged, type Version } from '../edit/saveUnlessChanged.ts'
import { UnsavedChanges } from '../edit/UnsavedChanges.tsx'
import { describeFormError, showFieldErrors, submitChecked } from '../formErrors.ts'
import { EmailField, NameField, PasswordField } from './accountFields.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

interface Props {
  /** The user that is changed; undefined for a new one. */
  user?: User
  /** Reads the user that is changed as it is now. */
  readVersion?(): Promise<Version<User>>
  /** Saves the members that have changed, and returns the user. Only changes of the own account have the current password. */
  save(changes: UserChanges & OwnChanges, options?: ChangeOptions): Promise<User>
  onSaved(user: User): unknown
}

/** The members of an account as others may change them meanwhile. The audit trail names them so, too. */
const accountOf = ({ name, email, role }: User) => ({ name, email, role: role.name, password: '' })

const describeAccountValue = (member: string, value: FieldValue) =>
  member === 'role' ? texts.users.roleOf(String(value)) : String(value)

/** The ids that the migration of the roles has given them. */
const roleIds = { admin: 1, user: 2 }

/** The fields of an account as admins see them. */
export const UserForm = ({ user, readVersion, save, onSaved }: Props) => {
  const session = useSession()
  const isSaved = useRef(false)
  // What the changes are changes of: the user as it was opened, or as it was when a conflict was resolved. The screen below reads it anew.
  const base = useRef(user && accountOf(user))
  const [theirs, setTheirs] = useState<User>()
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
  const isOwn = user?.id === session.user?.id
  const opened = base.current
  const needsCurrent = isOwn && (values.email !== opened?.email || values.password !== '')
  const toAccount = ({ name, email, password, role_id }: typeof values) => ({
    name,
    email,
    role: Number(role_id) === roleIds.admin ? 'admin' : 'user',
    password,
  })
  const mine = toAccount(values)
  /** The body of a request that changes these members. */
  const toChanges = ({ role, ...changes }: Partial<typeof mine>): UserChanges & OwnChanges => ({
    ...changes,
    ...(needsCurrent && { current_password: values.current_password }),
    ...(role && { role_id: role === 'admin' ? roleIds.admin : roleIds.user }),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const account = toAccount(form.getValues())
      if (!user || !base.current || !readVersion) return { saved: await save(toChanges(account)) }
      if (Object.keys(findChanges(base.current, account)).length === 0) return { saved: user }
      return saveUnlessChanged({
        opened: base.current,
        mine: account,
        read: readVersion,
        toBody: accountOf,
        update: (changes, options) => save(toChanges(changes), options),
      })
    },
    onSuccess: ({ saved, current }: { saved?: User; current?: User }) => {
      if (current) return setTheirs(current)
      isSaved.current = true
      if (saved) return onSaved(saved)
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  return (
    <>
      <FormFrame
        problem={describeFormError(values, error)}
        saveLabel={user ? texts.actions.save : texts.users.create}
        isSaving={isPending}
        onSubmit={submitChecked(form, () => mutate())}
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
        {isOwn && mine.role !== opened?.role && (
          <Alert color="yellow" variant="light" role="alert">
            {texts.users.ownRole}
          </Alert>
        )}
        <UnsavedChanges hasChanges={() => !isSaved.current && form.isDirty()} />
      </FormFrame>
      {/* Outside the other form: in React, events go through portals. */}
      {theirs && opened && (
        <ConflictDialog
          kind={texts.users.one}
          record={`users/${theirs.id}`}
          changes={findForeignChanges(opened, accountOf(theirs), mine)}
          opened={opened}
          theirs={accountOf(theirs)}
          mine={mine}
          describeValue={describeAccountValue}
          onCancel={() => setTheirs(undefined)}
          onResolve={(members) => {
            const { name, email, role_id } = theirs
            form.setValues({
              ...(members.includes('name') && { name }),
              ...(members.includes('email') && { email }),
              ...(members.includes('role') && { role_id: String(role_id) }),
            })
            base.current = accountOf(theirs)
            setTheirs(undefined)
            mutate()
          }}
        />
      )}
    </>
  )
}
