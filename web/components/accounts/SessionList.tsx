import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSession, readSessions } from '../../api/accounts.ts'
import type { OwnToken } from '../../api/types.ts'
import { formatInstant } from '../../format.ts'
import { IconDeviceDesktop, IconKey } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { useDialogAbout } from '../useDialogAbout.ts'
import { describeProgram } from './describeProgram.ts'
import { LastUse } from './tokenColumns.tsx'

/** The sessions and named tokens of the user, each of which can be ended. */
export const SessionList = ({ disabled }: { disabled: boolean }) => {
  const {
    data: sessions,
    error,
    refetch,
  } = useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => readSessions(signal) })
  const { subject: chosen, ...ending } = useDialogAbout<OwnToken>()
  const [isLeaving, leaving] = useDisclosure()
  if (error && !sessions) return <LoadFailure error={error} onRetry={refetch} />
  const others = sessions?.filter(({ name, is_current }) => name === null && !is_current).length ?? 0
  return (
    <Stack gap="sm">
      {!sessions && <Skeleton h={66} />}
      {sessions?.map((session) => (
        <SessionRow key={session.id} session={session} disabled={disabled} onEnd={() => ending.openAbout(session)} />
      ))}
      <Group justify="end">
        <Button variant="default" disabled={disabled || others === 0} onClick={leaving.open}>
          {texts.account.logOutElsewhere}
        </Button>
      </Group>
      {chosen && (
        <ConfirmModal
          opened={ending.opened}
          onClose={ending.close}
          title={chosen.name === null ? texts.account.endSession : texts.tokens.revokeTitle(chosen.name)}
          action={chosen.name === null ? texts.account.end : texts.tokens.revoke}
          run={() => endSession(chosen.id)}
        >
          <Text>
            {chosen.name === null
              ? texts.account.endSessionHelp(describeProgram(chosen.program))
              : texts.tokens.revokeHelp}
          </Text>
        </ConfirmModal>
      )}
      <ConfirmModal
        opened={isLeaving}
        onClose={leaving.close}
        title={texts.account.logOutElsewhere}
        action={texts.account.endOthers(others)}
        run={endOtherSessions}
        onDone={({ revoked }) => notifications.show({ message: texts.account.ended(revoked) })}
      >
        <Text>{texts.account.logOutElsewhereHelp(others)}</Text>
      </ConfirmModal>
    </Stack>
  )
}

interface RowProps {
  session: OwnToken
  disabled: boolean
  onEnd(): void
}

const SessionRow = ({ session, disabled, onEnd }: RowProps) => {
  const { name, program, address, created_at, expires_at, read_only, is_current } = session
  const Icon = name === null ? IconDeviceDesktop : IconKey
  const title = name ?? describeProgram(program)
  return (
    <Paper withBorder px="md" py="sm">
      <Group wrap="nowrap" gap="md">
        <Icon size={22} stroke={1.5} aria-hidden="true" className="no-shrink" />
        <Stack gap={2} flex={1} miw={0}>
          <Group gap="xs">
            <Text fw={600} size="sm" truncate title={program ?? undefined}>
              {title}
            </Text>
            {is_current && (
              <Badge variant="light" tt="none">
                {texts.account.thisSession}
              </Badge>
            )}
            {name !== null && (
              <Badge variant="light" color="gray" tt="none">
                {read_only ? texts.tokens.readOnlyToken : texts.tokens.one}
              </Badge>
            )}
          </Group>
          <Text c="dimmed" size="xs">
            {address && `${address} · `}
            {is_current ? (
              texts.account.usedNow
            ) : (
              <>
                {texts.account.lastUse} <LastUse token={session} />
              </>
            )}
            {' · '}
            {texts.account.since(formatInstant(created_at))}
            {expires_at && ` · ${texts.tokens.until(formatInstant(expires_at))}`}
          </Text>
        </Stack>
        {!is_current && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            disabled={disabled}
            onClick={onEnd}
            aria-label={name === null ? texts.account.endNamed(title) : texts.tokens.revokeNamed(title)}
          >
            {name === null ? texts.account.end : texts.tokens.revoke}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
