import { Alert, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { undoEntry } from '../../api/audit.ts'
import type { ListedAuditEntry, UndoResult } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { describeMember } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { AuditChanges } from '../audit/AuditChanges.tsx'
import { describeRecord } from '../audit/kinds.ts'
import { useRecordNames } from '../audit/useRecordNames.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'

interface Props {
  entry: ListedAuditEntry
  onClose(): void
}

/** Undoes an entry. It says first what this would change, and what speaks against it. */
export const UndoDialog = ({ entry, onClose }: Props) => {
  const preview = useQuery({
    queryKey: ['undo', entry.id],
    queryFn: () => undoEntry(entry.id, { dry_run: true }),
    gcTime: 0,
    meta: { isPreview: true },
    staleTime: 0,
  })
  const { data } = preview
  const hasConflicts = data !== undefined && data.conflicts.length > 0
  return (
    <ConfirmModal
      onClose={onClose}
      title={texts.undo.title}
      size="lg"
      action={texts.undo.undo}
      color="indigo"
      preview={preview}
      isDisabled={hasConflicts}
      run={() => undoEntry(entry.id, { digest: data?.digest ?? '' })}
      onDone={() => notifications.show({ message: texts.undo.undone })}
    >
      {data && (hasConflicts ? <Conflicts result={data} /> : <Preview result={data} />)}
    </ConfirmModal>
  )
}

const Conflicts = ({ result: { conflicts, more_conflicts } }: { result: UndoResult }) => (
  <Alert color="orange" variant="light" role="alert" title={texts.undo.failed}>
    <List size="sm">
      {conflicts.slice(0, 10).map(({ record, message }) => (
        <List.Item key={`${record} ${message}`} className="break-anywhere">
          {message}
        </List.Item>
      ))}
    </List>
    {conflicts.length + more_conflicts > 10 && (
      <Text size="sm">{texts.undo.moreConflicts(conflicts.length + more_conflicts - 10)}</Text>
    )}
  </Alert>
)

const Preview = ({ result: { changes, counts, more } }: { result: UndoResult }) => {
  const entries = changes.map(({ record, action, members }) => ({ record, action, changes: members, counts: null }))
  const names = useRecordNames(entries)
  const { created, updated, deleted, ...likes } = counts as Record<string, number> // as the server sends them
  const records = texts.undo.counts(created ?? 0, updated ?? 0, deleted ?? 0)
  const numbers = Object.entries(likes).flatMap(([name, count]) =>
    count > 0 ? `${describeMember(name)}: ${formatNumber(count)}` : [],
  )
  return (
    <>
      <Text size="sm" role="status">
        {records === '' ? texts.undo.nothing : [texts.undo.records(records), ...numbers].join(' · ')}
      </Text>
      {changes.length > 0 && (
        // The arrow keys scroll it.
        <Stack gap="sm" mah="46vh" className="undo-changes" tabIndex={0} role="group" aria-label={texts.undo.title}>
          {changes.map(({ record, name, action }, n) => (
            <Stack key={record} gap={2}>
              <Text size="sm" className="break-anywhere">
                {texts.undo.actions[action]} {describeRecord(record.split('/')[0] ?? '')}{' '}
                <Text span inherit fw={600}>
                  {name}
                </Text>
              </Text>
              {action === 'update' && entries[n] && <AuditChanges entry={entries[n]} names={names} />}
            </Stack>
          ))}
        </Stack>
      )}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {texts.bulk.more(formatNumber(more))}
        </Text>
      )}
    </>
  )
}
