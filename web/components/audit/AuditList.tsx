import { Divider, Paper, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import type { ListedAuditEntry } from '../../api/types.ts'
import { formatLocalDay } from '../../format.ts'
import { UndoButton } from '../undo/UndoButton.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditEntryLine } from './AuditEntryLine.tsx'
import { useRecordNames } from './useRecordNames.ts'

/** Entries with their changes, below the days on which they were made. */
export const AuditList = ({ entries }: { entries: readonly ListedAuditEntry[] }) => {
  const names = useRecordNames(entries)
  const days = Map.groupBy(entries, ({ created_at }) => formatLocalDay(created_at))
  return [...days].map(([day, entriesOfDay]) => (
    <section key={day}>
      <Title order={2} size="sm" c="dimmed" mb="xs">
        {day}
      </Title>
      <Paper withBorder px={{ base: 'sm', sm: 'md' }} py="md">
        <Stack gap="md">
          {entriesOfDay.map((entry, n) => (
            <Fragment key={entry.id}>
              {n > 0 && <Divider />}
              <AuditEntryLine entry={entry} names={names}>
                <AuditChanges entry={entry} names={names} />
                <UndoButton entry={entry} />
              </AuditEntryLine>
            </Fragment>
          ))}
        </Stack>
      </Paper>
    </section>
  ))
}
