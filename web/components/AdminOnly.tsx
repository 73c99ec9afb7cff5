import { Alert, Text, Title } from '@mantine/core'
import { Outlet } from 'react-router'
import { IconLock } from '../icons/icons.ts'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** The frame of the screens that only admins may see. The server refuses their requests, too. */
export const AdminOnly = () => {
  const { isAdmin } = useSession()
  if (isAdmin) return <Outlet />
  return (
    <Alert color="gray" variant="light" icon={<IconLock />} role="alert">
      <Title order={1} size="h2">
        {texts.errors.forbidden}
      </Title>
      <Text>{texts.errors.forbiddenHelp}</Text>
    </Alert>
  )
}
