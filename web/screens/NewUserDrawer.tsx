import { notifications } from '@mantine/notifications'
import type { NewUser } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { RouteDrawer } from '../components/accounts/RouteDrawer.tsx'
import { UserForm } from '../components/accounts/UserForm.tsx'
import { texts } from '../texts/texts.ts'

/** The form that creates a user, over the list. */
export const Component = () => (
  <RouteDrawer title={texts.users.add} back="/users">
    {(close) => (
      <UserForm
        // The form sends all members of a new user.
        save={(body) => client.users.create(body as NewUser)}
        onSaved={({ name }) => {
          notifications.show({ message: texts.users.created(name) })
          close()
        }}
        onCancel={close}
      />
    )}
  </RouteDrawer>
)
