import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Problem } from '../components/Problem.tsx'
import { describeError } from '../describeError.ts'
import { logInByProxy } from '../session/logInByProxy.ts'
import { SessionCard } from '../session/SessionCard.tsx'
import { hasLoggedOut, storeToken } from '../session/storedToken.ts'
import { texts } from '../texts/texts.ts'

interface Props {
  /** That of the user whom the proxy names. */
  email: string
  /** Whether the page tries it by itself: not with a token that was rejected, since the next one may be, too. */
  isAutomatic: boolean
  onPassword(): void
}

/** Logs in the user whom the proxy names: by itself when the page is opened, and by a button after a logout or an error. */
export const Component = ({ email, isAutomatic, onPassword }: Props) => {
  const { mutate, isIdle, isError, error } = useMutation({
    mutationFn: logInByProxy,
    onSuccess: ({ token }) => {
      storeToken(token)
      // The page then has the settings of the library with this account, which may be its first admin.
      location.reload()
    },
    // There is nothing to read again.
    onSettled: () => {},
  })
  useEffect(() => {
    if (isAutomatic) mutate()
  }, [isAutomatic, mutate])
  const isWaiting = isIdle ? isAutomatic : !isError
  return (
    <SessionCard subtitle={texts.session.subtitle}>
      <Stack gap="md">
        <Problem sentence={error ? describeError(error) : undefined} />
        <Text size="sm" fw={600} ta="center" className="break-anywhere">
          {email}
        </Text>
        <Button onClick={() => mutate()} loading={isWaiting} fullWidth>
          {hasLoggedOut() ? texts.session.logInAgain : texts.session.logIn}
        </Button>
        {!isWaiting && (
          <Anchor component="button" type="button" size="sm" onClick={onPassword}>
            {texts.session.withPassword}
          </Anchor>
        )}
      </Stack>
    </SessionCard>
  )
}
