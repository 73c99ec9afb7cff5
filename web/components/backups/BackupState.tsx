import { Group, Stack, Text } from '@mantine/core'
import type { BackupList, BackupRun } from '../../api/types.ts'
import { formatAge, formatDuration } from '../../format.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInfoCircle } from '../../icons/icons.ts'
import { texts } from '../../texts/texts.ts'

/** When backups are made, and how the last one and the command after it have ended. */
export const BackupState = ({ list }: { list: BackupList }) => {
  const { every_ms, next_at, keep, last_run, command } = list
  return (
    <Stack gap="xs">
      <Line Icon={IconClock}>
        {every_ms === null ? texts.backups.noSchedule : texts.backups.schedule(formatDuration(every_ms))}
        {next_at !== null && texts.backups.next(formatAge(next_at))}
        {keep !== null && texts.backups.keep(keep)}
      </Line>
      {last_run && <Run run={last_run} succeeded={texts.backups.succeeded} failed={texts.backups.failed} />}
      {command?.is_running && <Line Icon={IconClock}>{texts.backups.commandRunning}</Line>}
      {command?.last_run && (
        <Run run={command.last_run} succeeded={texts.backups.commandSucceeded} failed={texts.backups.commandFailed} />
      )}
      {command && !command.is_running && !command.last_run && (
        <Line Icon={IconInfoCircle}>{texts.backups.commandNever}</Line>
      )}
      {!command && <Line Icon={IconInfoCircle}>{texts.backups.sameMachine}</Line>}
    </Stack>
  )
}

interface RunProps {
  run: BackupRun
  succeeded(when: string): string
  failed(when: string, reason: string): string
}

const Run = ({ run: { ended_at, error }, succeeded, failed }: RunProps) =>
  error === null ? (
    <Line Icon={IconCircleCheck}>{succeeded(formatAge(ended_at))}</Line>
  ) : (
    <Line Icon={IconAlertTriangle} isWrong>
      {failed(formatAge(ended_at), texts.errors.ofServer(error))}
    </Line>
  )

interface LineProps {
  Icon: typeof IconClock
  isWrong?: boolean
  children: React.ReactNode
}

const Line = ({ Icon, isWrong = false, children }: LineProps) => (
  <Group gap="xs" wrap="nowrap" align="start" c={isWrong ? 'red' : undefined}>
    <Icon size={18} className="no-shrink" aria-hidden />
    <Text size="sm" className="break-anywhere">
      {children}
    </Text>
  </Group>
)
