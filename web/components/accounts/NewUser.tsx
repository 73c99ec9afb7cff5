import { notifications } from '@mantine/notifications'
import { useNavigate } from 'react-router'
import type { NewUser as Body } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { texts } from '../../texts/texts.ts'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { UserForm } from './UserForm.tsx'

/** The drawer that creates a user. After it, the user is shown. */
export const NewUser = () => {
  const navigate = useNavigate()
  return (
    <RecordDrawer title={texts.editing.newTitle(texts.users.one)}>
      <UserForm
        // The form sends all members of a new user.
        save={(body) => client.users.create(body as Body)}
        onSaved={({ id, name }) => {
          notifications.show({ message: texts.users.created(name) })
          return navigate(`/users/${id}`, { replace: true })
        }}
      />
    </RecordDrawer>
  )
}
