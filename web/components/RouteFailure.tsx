import { Alert, Text, Title } from '@mantine/core'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { texts } from '../texts/texts.ts'
import { ScreenUnavailable, ScreenUnavailableError } from './ScreenUnavailable.tsx'

/** What is shown for a path that the console does not have, and when a screen fails. */
export const RouteFailure = () => {
  const error = useRouteError()
  if (error instanceof ScreenUnavailableError) return <ScreenUnavailable />
  const isMissing = error == null || (isRouteErrorResponse(error) && error.status === 404)
  return (
    <Alert m="md" variant="light" color={isMissing ? 'gray' : 'red'} role="alert">
      <Title order={1} size="h2">
        {isMissing ? texts.errors.notFoundTitle : texts.errors.failedTitle}
      </Title>
      <Text>{isMissing ? texts.errors.notFound : String(error)}</Text>
    </Alert>
  )
}
