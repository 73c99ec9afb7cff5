import { Text } from '@mantine/core'
import { withoutCommonItems } from '../../../src/seeding/report/withoutCommonItems.ts'
import type { MemberChange } from '../../api/types.ts'
import { formatDay } from '../../format.ts'
import { IconArrowRight } from '../../icons/icons.ts'
import { findField } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'

/** A value as the catalogue file has it. */
export const describeValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return texts.seeding.nothing
  if (Array.isArray(value)) return value.map(describeValue).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A release date as lists have it; a value of another member as it is. */
export const formatIfDay = (member: string, value: unknown): unknown =>
  findField(member)?.kind === 'day' && typeof value === 'string' ? formatDay(value) : value

/** Texts that look alike, such as é as one character and as e with an accent. */
const looksAlike = ({ from, to }: MemberChange) =>
  typeof from === 'string' && typeof to === 'string' && from !== to && from.normalize() === to.normalize()

/** An old value and the new one. Of a list, only the items that are removed and added. */
export const ValueChange = (change: MemberChange) => {
  const isList = Array.isArray(change.from) && Array.isArray(change.to)
  const { from, to } = isList ? withoutCommonItems(change) : change
  const [removed, added] = [describeValue(from), describeValue(to)]
  return (
    <Text span size="sm" className="break-anywhere">
      {!(isList && removed === '') && <del>{removed}</del>}
      {!isList && <IconArrowRight size={12} className="change-arrow" aria-label={texts.seeding.becomes} />}{' '}
      {!(isList && added === '') && <ins>{added}</ins>}
      {looksAlike(change) && ` (${texts.seeding.looksAlike})`}
    </Text>
  )
}

/** The members of a record that change, one per line. */
export const MemberChanges = ({ members }: { members: Record<string, MemberChange> }) =>
  Object.entries(members).map(([name, change]) => (
    <div key={name}>
      <Text span size="sm" c="dimmed">
        {name}:{' '}
      </Text>
      <ValueChange from={formatIfDay(name, change.from)} to={formatIfDay(name, change.to)} />
    </div>
  ))
