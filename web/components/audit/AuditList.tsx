import { Anchor, Divider, Paper, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ListedAuditEntry } from '../../api/types.ts'
import { formatLocalDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
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
                <PartsLink entry={entry} />
                <UndoButton entry={entry} />
              </AuditEntryLine>
            </Fragment>
          ))}
        </Stack>
      </Paper>
    </section>
  ))
}

/** Leads from an entry to its parts, and from a part to its entry. */
const PartsLink = ({ entry: { id, has_parts, part_of } }: { entry: ListedAuditEntry }) => {
  if (!has_parts && part_of === null) return null
  return (
    <Anchor component={Link} to={`/audit?entry=${part_of ?? id}`} size="sm" underline="always" w="fit-content">
      {part_of === null ? texts.audit.parts : texts.audit.partOf(part_of)}
    </Anchor>
  )
}
