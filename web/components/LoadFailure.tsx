import { Button, Text } from '@mantine/core'
import { ApiError } from '../../client/index.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { NotFound } from './NotFound.tsx'

/** What a screen shows when its data could not be read. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) => {
  // Only a whole screen is missing. Else the screen has a heading of its own.
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  const requestId = error instanceof ApiError && error.requestId
  return (
    <EmptyState
      role="alert"
      title={texts.errors.failedTitle}
      text={
        <>
          {describeError(error)}
          {requestId && (
            <Text span display="block" size="xs">
              {texts.errors.requestId(requestId)}
            </Text>
          )}
        </>
      }
    >
      {onRetry && (
        <Button variant="light" onClick={() => onRetry()}>
          {texts.actions.retry}
        </Button>
      )}
    </EmptyState>
  )
}
