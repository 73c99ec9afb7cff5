import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useParams } from 'react-router'
import type { User } from '../../../client/index.ts'
import { updateOwnAccount } from '../../api/accounts.ts'
import { client } from '../../api/client.ts'
import { describeError } from '../../describeError.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { FormFrame } from '../edit/FormFrame.tsx'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { describeValue } from '../edit/recordChanges.ts'
import { useEditing } from '../edit/useEditing.tsx'
import { useLeave } from '../edit/useLeave.ts'
import { Problem } from '../Problem.tsx'
import { useRecord } from '../useRecord.ts'
import { readAccount, roleIdOf, UserFields } from './UserFields.tsx'

/** The drawer that changes a user, over the screen of the user or the list. @param id - that of the path by default */
export const EditUser = ({ id }: { id?: number }) => {
  const idInPath = Number(useParams().id)
  const { data: user, error } = useRecord('users', id ?? idInPath)
  // A drawer with fields from the beginning gives the focus to the first one.
  if (!user && !error) return
  return (
    <RecordDrawer title={texts.editing.editTitle(user?.name ?? texts.users.one)}>
      {user ? <EditUserForm key={user.id} user={user} /> : error && <Problem sentence={describeError(error)} />}
    </RecordDrawer>
  )
}

const readVersion = async (id: number) => {
  const current = await client.users.get(id)
  return { current, etag: client.etagOf(current) }
}

const EditUserForm = ({ user }: { user: User }) => {
  const { id } = user
  const isOwn = id === useSession().user?.id
  const leave = useLeave()
  const form = useForm({ initialValues: readAccount(user) })
  const { frame, questions, opened } = useEditing({
    kind: texts.users.one,
    record: `users/${id}`,
    form,
    readValues: readAccount,
    toBody: ({ current_password, ...account }) => account,
    readVersion: () => readVersion(id),
    update: ({ role, ...changes }, options) => {
      const needsCurrent = isOwn && ('email' in changes || 'password' in changes)
      const body = {
        ...changes,
        ...(needsCurrent && { current_password: form.getValues().current_password }),
        ...(role !== undefined && { role_id: roleIdOf(role) }),
      }
      return isOwn ? updateOwnAccount(id, body) : client.users.update(id, body, options)
    },
    onSaved: ({ name }: User = user) => {
      notifications.show({ message: texts.users.saved(name) })
      leave()
    },
    describeValue: (member, value) =>
      member === 'role' ? texts.users.roleOf(String(value)) : describeValue(member, value),
  })
  const { email, password, role } = form.values
  return (
    <>
      <FormFrame {...frame} saveLabel={texts.actions.save}>
        <UserFields
          form={form}
          needsCurrent={isOwn && (email !== opened.email || password !== '')}
          hasOwnNewRole={isOwn && role !== opened.role}
        />
      </FormFrame>
      {questions}
    </>
  )
}
