import { Alert, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { undoEntry } from '../../api/audit.ts'
import type { ListedAuditEntry, UndoResult } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { describeMember } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { describeRecord } from '../audit/kinds.ts'
import { ChangeList } from '../changes/ChangeList.tsx'
import { ChangesDialog } from '../changes/ChangesDialog.tsx'

interface Props {
  entry: ListedAuditEntry
  onClose(): void
}

/** Undoes an entry. It says first what this would change, and what speaks against it. */
export const UndoDialog = ({ entry, onClose }: Props) => (
  <ChangesDialog
    title={texts.undo.title}
    onClose={onClose}
    send={(request, signal) => undoEntry(entry.id, request, signal)}
    isBlocked={({ conflicts }) => conflicts.length > 0}
    describeAction={() => texts.undo.undo}
    onApplied={() => notifications.show({ message: texts.undo.undone })}
  >
    {(preview) =>
      preview.conflicts.length > 0 ? (
        <Conflicts result={preview} />
      ) : (
        <ChangeList
          summary={summarize(preview)}
          changes={preview.changes}
          more={preview.more}
          describe={({ action, record }) =>
            `${texts.undo.actions[action]} ${describeRecord(record.split('/')[0] ?? '')}`
          }
        />
      )
    }
  </ChangesDialog>
)

const maxListed = 10

const Conflicts = ({ result: { conflicts, more_conflicts, has_uncounted_conflicts } }: { result: UndoResult }) => {
  const more = conflicts.length + more_conflicts - maxListed
  const count = has_uncounted_conflicts ? texts.undo.moreThan(formatNumber(more)) : formatNumber(more)
  return (
    <Alert color="orange" variant="light" role="alert" title={texts.undo.failed}>
      <List size="sm">
        {conflicts.slice(0, maxListed).map(({ record, message }) => (
          <List.Item key={`${record} ${message}`} className="break-anywhere">
            {texts.errors.ofServer(message)}
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{texts.changes.more(count)}</Text>}
    </Alert>
  )
}

/** The numbers of records and likes that change. */
const summarize = ({ counts }: UndoResult): string => {
  const { created, updated, deleted, ...likes } = counts as Record<string, number> // as the server sends them
  const records = texts.undo.counts(created ?? 0, updated ?? 0, deleted ?? 0)
  if (records === '') return texts.undo.nothing
  const numbers = Object.entries(likes).flatMap(([name, count]) =>
    count > 0 ? `${describeMember(name)}: ${formatNumber(count)}` : [],
  )
  return [texts.undo.records(records), ...numbers].join(' · ')
}
