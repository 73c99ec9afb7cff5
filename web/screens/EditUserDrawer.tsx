import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { client } from '../api/client.ts'
import { RouteDrawer } from '../components/accounts/RouteDrawer.tsx'
import { UserForm } from '../components/accounts/UserForm.tsx'
import { texts } from '../texts/texts.ts'

/** The form that changes a user, over the screen of the user. */
export const Component = () => {
  const id = Number(useParams().id)
  const { data: user } = useQuery({
    queryKey: ['users', id],
    queryFn: ({ signal }) => client.users.get(id, { signal }),
  })
  // The screen below says it if there is no such user.
  if (!user) return null
  return (
    <RouteDrawer title={texts.users.editNamed(user.name)} back={`/users/${id}`}>
      {(close) => (
        <UserForm
          user={user}
          save={(changes) => client.users.update(id, changes)}
          onSaved={({ name }) => {
            notifications.show({ message: texts.users.saved(name) })
            close()
          }}
          onCancel={close}
        />
      )}
    </RouteDrawer>
  )
}
