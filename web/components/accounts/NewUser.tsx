import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { FormFrame } from '../edit/FormFrame.tsx'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { UnsavedChanges } from '../edit/UnsavedChanges.tsx'
import { useSubmission } from '../formSubmission.ts'
import { readAccount, roleIdOf, UserFields } from './UserFields.tsx'

/** The drawer that creates a user. After it, the user is shown. */
export const NewUser = () => {
  const navigate = useNavigate()
  const isSaved = useRef(false)
  const form = useForm({ initialValues: readAccount() })
  const { frame } = useSubmission(form, {
    mutationFn: ({ name, email, password, role }) =>
      client.users.create({ name, email, password, role_id: roleIdOf(role) }),
    onSuccess: ({ id, name }) => {
      isSaved.current = true
      notifications.show({ message: texts.users.created(name) })
      return navigate(`/users/${id}`, { replace: true })
    },
  })
  return (
    <RecordDrawer title={texts.editing.newTitle(texts.users.one)}>
      <FormFrame {...frame} saveLabel={texts.users.create}>
        <UserFields form={form} isNew />
        <UnsavedChanges hasChanges={() => !isSaved.current && form.isDirty()} />
      </FormFrame>
    </RecordDrawer>
  )
}
