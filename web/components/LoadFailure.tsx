import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '../../client/index.ts'
import { describeError } from '../describeError.ts'
import { texts } from '../texts/texts.ts'

/** What a screen shows when its data could not be read. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) => {
  const isMissing = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (isMissing) document.title = `${texts.errors.notFoundTitle} · ${texts.layout.name}`
  }, [isMissing])
  return (
    <Center py="xl" role="alert">
      <Stack align="center" gap="xs">
        {/* Only a whole screen is missing. Else the screen has a heading of its own. */}
        <Title order={isMissing ? 1 : 2} size="h2">
          {isMissing ? texts.errors.notFoundTitle : texts.errors.failedTitle}
        </Title>
        <Text c="dimmed">{isMissing ? texts.errors.notFound : describeError(error)}</Text>
        {error instanceof ApiError && error.requestId && (
          <Text c="dimmed" size="xs">
            {texts.errors.requestId(error.requestId)}
          </Text>
        )}
        {onRetry && !isMissing && (
          <Button variant="default" onClick={() => onRetry()}>
            {texts.actions.retry}
          </Button>
        )}
      </Stack>
    </Center>
  )
}
