import { Alert } from '@mantine/core'
import { LoginRequired } from '../session/LoginRequired.tsx'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'

/** What a drawer or dialog for admins shows to others. */
export const Forbidden = () => {
  if (!useSession().user) return <LoginRequired />
  return (
    <Alert color="gray" variant="light" title={texts.errors.forbidden}>
      {texts.errors.forbiddenHelp}
    </Alert>
  )
}
