import { notifications } from '@mantine/notifications'
import { useParams } from 'react-router'
import { updateOwnAccount } from '../../api/accounts.ts'
import { client } from '../../api/client.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { RecordDrawer } from '../edit/RecordDrawer.tsx'
import { useLeave } from '../edit/useLeave.ts'
import { useRecord } from '../useRecord.ts'
import { UserForm } from './UserForm.tsx'

/** The drawer that changes a user, over the screen of the user. */
export const EditUser = () => {
  const id = Number(useParams().id)
  const session = useSession()
  const leave = useLeave()
  const { data: user, error } = useRecord('users', id)
  // The screen below says what is wrong.
  if (error && !user) return
  return (
    <RecordDrawer title={texts.editing.editTitle(user?.name ?? '')}>
      {user && (
        <UserForm
          user={user}
          readVersion={async () => {
            const current = await client.users.get(id)
            return { current, etag: client.etagOf(current) }
          }}
          save={(changes, options) =>
            id === session.user?.id ? updateOwnAccount(id, changes) : client.users.update(id, changes, options)
          }
          onSaved={({ name }) => {
            notifications.show({ message: texts.users.saved(name) })
            leave()
          }}
        />
      )}
    </RecordDrawer>
  )
}
