import { Stack, Text } from '@mantine/core'
import type { UndoneRecord } from '../../api/types.ts'
import { AuditChanges } from '../audit/AuditChanges.tsx'
import { useRecordNames } from '../audit/useRecordNames.ts'
import { PreviewArea } from './PreviewArea.tsx'

interface Props {
  /** How many records change. */
  summary: string
  changes: readonly UndoneRecord[]
  more: number
  /** What is written before the name of a record. */
  describe?(change: UndoneRecord): string
}

/** What changes in each record: its fields, from the old to the new values. Of lists, only what is removed and added. */
export const ChangeList = ({ summary, changes, more, describe }: Props) => {
  const entries = changes.map(({ record, action, members }) => ({
    action,
    changes: members,
    counts: null,
    // The name of one that is created now is in its members.
    record: action === 'create' ? record : null,
  }))
  const findName = useRecordNames(entries)
  // A link would leave the dialog, and what was entered.
  const names = (record: string) => ({ ...findName(record), isLinked: false })
  return (
    <>
      <Text size="sm" role="status">
        {summary}
      </Text>
      {changes.length > 0 && (
        <PreviewArea more={more}>
          <Stack component="ul" className="plain-list" gap="sm" m={0} p={0}>
            {changes.map((change, n) => (
              <Stack component="li" key={change.record} gap={2}>
                <Text size="sm" className="break-anywhere">
                  {describe && `${describe(change)} `}
                  <Text span inherit fw={600}>
                    {change.name}
                  </Text>
                </Text>
                {change.action === 'update' && entries[n] && <AuditChanges entry={entries[n]} names={names} />}
              </Stack>
            ))}
          </Stack>
        </PreviewArea>
      )}
    </>
  )
}
