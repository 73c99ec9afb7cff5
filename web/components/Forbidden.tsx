import { LoginRequired } from '../session/LoginRequired.tsx'
import { useSession } from '../session/useSession.ts'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'

/** What users see who are no admins; guests may log in. @param isScreen - whether it is a whole screen, and no drawer or dialog */
export const Forbidden = ({ isScreen = false }) => {
  if (!useSession().user) return <LoginRequired />
  return (
    <EmptyState
      order={isScreen ? 1 : 2}
      role="alert"
      title={texts.errors.forbidden}
      text={texts.errors.forbiddenHelp}
      link={isScreen && { path: '/', text: texts.errors.toOverview }}
    />
  )
}
