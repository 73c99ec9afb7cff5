import { Button, Group, Text } from '@mantine/core'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** What a guest has in the place of the account menu. */
export const GuestHeader = () => {
  const { showLogin } = useSession()
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {texts.session.guest}
      </Text>
      <Button size="compact-sm" onClick={() => showLogin(false)}>
        {texts.session.logIn}
      </Button>
    </Group>
  )
}
