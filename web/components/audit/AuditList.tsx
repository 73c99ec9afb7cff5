import { Paper, Title } from '@mantine/core'
import type { ListedAuditEntry } from '../../api/types.ts'
import { formatLocalDay } from '../../format.ts'
import { AuditEntry } from './AuditEntry.tsx'
import { useRecordNames } from './useRecordNames.ts'

/** Entries below the days on which they were made. */
export const AuditList = ({ entries }: { entries: readonly ListedAuditEntry[] }) => {
  const names = useRecordNames(entries)
  const days = Map.groupBy(entries, ({ created_at }) => formatLocalDay(created_at))
  return [...days].map(([day, entriesOfDay]) => (
    <section key={day}>
      <Title order={2} size="sm" c="dimmed" mb="xs">
        {day}
      </Title>
      <Paper withBorder component="ul" px={{ base: 'sm', sm: 'md' }} m={0} className="plain-list audit-entries">
        {entriesOfDay.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} names={names} />
        ))}
      </Paper>
    </section>
  ))
}
