import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay, formatInstant, formatLength, formatNumber } from '../../format.ts'
import { describeChoice, findReferenced } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { describeRecord, screenPath } from './kinds.ts'
import type { RecordNames } from './useRecordNames.ts'

interface Props {
  member: string
  value: unknown
  names: RecordNames
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/

/** One value of a changed member. */
export const AuditValue = ({ member, value, names }: Props) => {
  const kind = findReferenced(member)
  if (Array.isArray(value)) {
    return value.map((item, n) => (
      <span key={String(item)}>
        {n > 0 && ', '}
        <AuditValue member={member} value={item} names={names} />
      </span>
    ))
  }
  if (value === null) {
    return (
      <Text span inherit c="dimmed" fs="italic">
        {texts.audit.none}
      </Text>
    )
  }
  if (kind) return <AuditRecord record={`${kind}/${value}`} names={names} />
  return <span className="break-anywhere">{formatValue(member, value)}</span>
}

const formatValue = (member: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? texts.audit.yes : texts.audit.no
  if (typeof value === 'number') return member.startsWith('duration') ? formatLength(value) : formatNumber(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (member === 'role') return texts.users.roleOf(value)
  if (member === 'type') return describeChoice(value)
  if (!instantPattern.test(value)) return value
  return member === 'release_date' ? formatDay(value) : formatInstant(value)
}

interface RecordProps {
  /** Such as `tracks/3`. */
  record: string
  names: RecordNames
}

/** A record by its name, with a link to its screen as long as it is there. */
export const AuditRecord = ({ record, names }: RecordProps) => {
  const { name = describeRecord(record), isLinked } = names(record)
  if (!isLinked) return <span className="break-anywhere">{name}</span>
  return (
    <Link to={screenPath(record)} className="reference-link break-anywhere">
      {name}
    </Link>
  )
}
