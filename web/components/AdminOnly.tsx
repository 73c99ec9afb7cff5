import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Outlet } from 'react-router'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** The screens that only admins may see. The server rejects the requests of others, too. */
export const AdminOnly = () => {
  const { isAdmin } = useSession()
  if (isAdmin) return <Outlet />
  return (
    <Alert variant="light" color="gray" icon={<IconLock />} role="alert">
      {texts.errors.forbidden}
    </Alert>
  )
}
