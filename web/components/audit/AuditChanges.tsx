import { Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ListedAuditEntry } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconArrowRight } from '../../icons/icons.ts'
import { describeMember } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { AuditValue } from './AuditValue.tsx'
import type { RecordNames } from './useRecordNames.ts'

interface Props {
  entry: Pick<ListedAuditEntry, 'action' | 'changes' | 'counts'>
  names: RecordNames
}

/** The changed members of an entry, from their old to their new values, or its numbers of records. */
export const AuditChanges = ({ entry: { action, changes, counts }, names }: Props) => {
  const members = Object.entries(changes ?? {})
  const numbers = Object.entries(counts ?? {}).filter(([, count]) => count !== 0)
  if (members.length === 0 && numbers.length === 0) return null
  return (
    <dl className="audit-changes">
      {members.map(([member, change]) => (
        <div key={member}>
          <Text component="dt" size="sm" c="dimmed">
            {describeMember(member)}
          </Text>
          <Text component="dd" size="sm">
            {action === 'delete' ? (
              <AuditValue member={member} value={change.from} names={names} />
            ) : (
              <AuditChange member={member} change={change} isUpdate={action === 'update'} names={names} />
            )}
          </Text>
        </div>
      ))}
      {numbers.map(([name, count]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {describeMember(name)}
          </Text>
          <Text component="dd" size="sm">
            {describeCount(count)}
          </Text>
        </div>
      ))}
    </dl>
  )
}

const describeCount = (count: number | Record<string, number>) =>
  typeof count === 'number'
    ? formatNumber(count)
    : Object.entries(count)
        .flatMap(([action, number]) =>
          number > 0 ? `${formatNumber(number)} ${describeMember(action).toLowerCase()}` : [],
        )
        .join(', ')

interface ChangeProps {
  member: string
  change: { from: unknown; to: unknown }
  isUpdate: boolean
  names: RecordNames
}

const AuditChange = ({ member, change: { from, to }, isUpdate, names }: ChangeProps) => {
  if (Array.isArray(from) && Array.isArray(to)) {
    return (
      <Group gap="xs">
        <ListPart
          label={texts.audit.removed}
          member={member}
          value={from.filter((id) => !to.includes(id))}
          names={names}
        />
        <ListPart
          label={texts.audit.added}
          member={member}
          value={to.filter((id) => !from.includes(id))}
          names={names}
        />
      </Group>
    )
  }
  // The record is new.
  if (from === null && !isUpdate) return <AuditValue member={member} value={to} names={names} />
  return (
    <>
      <VisuallyHidden>{texts.audit.was} </VisuallyHidden>
      <span className={from === null ? undefined : 'audit-old'}>
        <AuditValue member={member} value={from} names={names} />
      </span>
      <IconArrowRight size={14} className="audit-arrow" aria-hidden="true" />
      <VisuallyHidden> {texts.audit.becomes} </VisuallyHidden>
      <AuditValue member={member} value={to} names={names} />
    </>
  )
}

interface PartProps {
  label: string
  member: string
  value: unknown[]
  names: RecordNames
}

const ListPart = ({ label, member, value, names }: PartProps) =>
  value.length > 0 && (
    <span>
      <Badge variant="light" color="gray" size="sm" tt="none" mr={6}>
        {label}
      </Badge>
      <AuditValue member={member} value={value} names={names} />
    </span>
  )
