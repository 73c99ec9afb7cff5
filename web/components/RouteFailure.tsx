import { isRouteErrorResponse, useRouteError } from 'react-router'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { NotFound } from './NotFound.tsx'
import { ScreenUnavailable, ScreenUnavailableError } from './ScreenUnavailable.tsx'

/** What is shown for a path that the console does not have, and when a screen fails. */
export const RouteFailure = () => {
  const error = useRouteError()
  if (error instanceof ScreenUnavailableError) return <ScreenUnavailable />
  if (error == null || (isRouteErrorResponse(error) && error.status === 404)) return <NotFound />
  return (
    <EmptyState
      order={1}
      role="alert"
      title={texts.errors.failedTitle}
      text={String(error)}
      link={{ path: '/', text: texts.errors.toOverview }}
    />
  )
}
