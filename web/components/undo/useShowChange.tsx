import { Button, Group, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { readAudit, undoEntry } from '../../api/audit.ts'
import { queryClient } from '../../api/queryClient.ts'
import type { AuditAction } from '../../api/types.ts'
import { describeError } from '../../describeError.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'

interface ShownChange {
  /** What was done, in a sentence. */
  message: string
  /** The record of its entry in the audit trail, such as `tracks/3`. */
  record?: string
  action: AuditAction
}

/** How long a change can be undone where it was made, in milliseconds. */
const shownMs = 12_000

/** Returns a function that says what the user has just changed, with a button that undoes it. It returns the id of this notification. */
export const useShowChange = () => {
  const { user } = useSession()
  return ({ message, record, action }: ShownChange): string => {
    // The entry is looked up at once: later, another one of the same record would be found.
    const entry = readAudit({ record, action, user: String(user?.id), limit: 1 }, AbortSignal.timeout(shownMs)).then(
      ({ entries }) => entries[0]?.id,
    )
    // Without it, the change is undone in the audit trail.
    entry.catch(() => {})
    const id = randomId()
    return notifications.show({
      id,
      autoClose: shownMs,
      message: <ChangeToast id={id} message={message} entry={entry} />,
    })
  }
}

interface Props {
  id: string
  message: string
  entry: Promise<number | undefined>
}

const ChangeToast = ({ id, message, entry }: Props) => {
  const [isUndoing, setUndoing] = useState(false)
  const undo = async () => {
    setUndoing(true)
    try {
      const entryId = await entry
      if (entryId === undefined) throw new Error(texts.undo.notFound)
      const { digest } = await undoEntry(entryId, { dry_run: true })
      await undoEntry(entryId, { digest })
      notifications.update({ id, message: texts.undo.undone, autoClose: 4_000 })
    } catch (error) {
      notifications.update({
        id,
        color: 'red',
        title: texts.undo.failed,
        message: describeError(error),
        autoClose: shownMs,
      })
    } finally {
      await queryClient.invalidateQueries()
    }
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" className="break-anywhere">
        {message}
      </Text>
      <Button variant="default" size="compact-sm" onClick={undo} loading={isUndoing} flex="none">
        {texts.undo.undo}
      </Button>
    </Group>
  )
}
