import { Alert, Button, List, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import type { User } from '../../../client/index.ts'
import { readUserReferences } from '../../api/accounts.ts'
import { client } from '../../api/client.ts'
import { readEtag } from '../../api/versions.ts'
import { IconTrash } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'
import { isOtherVersion } from '../edit/saveUnlessChanged.ts'
import { useLeaveDeleted } from '../edit/useLeaveDeleted.ts'

/** The button that deletes a user, and says before what would be lost. */
export const DeleteUser = ({ user }: { user: User }) => {
  const [isOpen, { open, close }] = useDisclosure()
  const session = useSession()
  const isOwn = user.id === session.user?.id
  const leaveDeleted = useLeaveDeleted()
  const { data: shown, refetch } = useQuery({
    queryKey: ['deletion', 'users', user.id],
    queryFn: async ({ signal }) => {
      const etag = await readEtag('users', user.id, signal)
      return { etag, lost: await readUserReferences(user.id, signal) }
    },
    enabled: isOpen,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lost = shown?.lost
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={open}>
        {texts.editing.delete}
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={close}
        title={texts.users.deleteTitle(user.name)}
        action={texts.editing.deleteNamed(user.name)}
        run={() =>
          client.users.delete(user.id, { ifMatch: shown?.etag }).catch(async (error) => {
            if (isOtherVersion(error)) await refetch()
            throw error
          })
        }
        onDone={() => {
          if (isOwn) return session.logOut()
          notifications.show({ message: texts.users.deleted(user.name) })
          return leaveDeleted('/users')
        }}
        onSettled={() => {}}
      >
        <Text>{texts.users.deleteHelp}</Text>
        {!lost && <Skeleton h={50} />}
        {lost && (
          <List>
            <List.Item>{texts.users.deletedTokens(lost.tokens)}</List.Item>
            <List.Item>{texts.users.deletedLikes(lost.likes)}</List.Item>
          </List>
        )}
        {isOwn && (
          <Alert color="yellow" variant="light">
            {texts.users.deleteOwn}
          </Alert>
        )}
      </ConfirmModal>
    </>
  )
}
