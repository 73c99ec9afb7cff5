import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SeedChange } from '../../api/types.ts'
import { formatLength } from '../../format.ts'
import { describeChoice, findField } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { artistsOf } from './changeRows.ts'
import { describeValue, formatIfDay } from './ValueChange.tsx'

/** A record by its title, and what tells it from others: of a track its path. */
export const RecordTitle = ({ record }: { record: Pick<SeedChange, 'name' | 'key' | 'label' | 'values'> }) => {
  const { name, key, label, values } = record
  const title = String(values?.title ?? name)
  return (
    <>
      <Line fw={600}>{title}</Line>
      <Line c="dimmed">{[title !== name && name, !values && label, key].filter(Boolean).join(' · ')}</Line>
    </>
  )
}

/** A line of what names or describes a record. A label of choices may contain it. */
export const Line = ({ children, ...style }: { children: ReactNode; fw?: number; c?: string }) => (
  <Text component="span" display="block" size={style.c ? 'xs' : 'sm'} className="break-anywhere" {...style}>
    {children}
  </Text>
)

/** The first of some names. @param count - how many there are */
export const shortList = (names: readonly string[], count = names.length): string =>
  `${names.slice(0, 3).join(', ')}${count > 3 ? ' …' : ''}`

interface Props {
  values: NonNullable<SeedChange['values']>
  artists?: readonly string[] | undefined
}

/** What a record has beside its title: its artists, and the rest in a second line. */
export const RecordValues = ({ values, artists = artistsOf(values) }: Props) => {
  const { title, artists: own, ...rest } = values
  return (
    <>
      <Line>{shortList(artists)}</Line>
      <Line c="dimmed">
        {Object.entries(rest)
          .sort(([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)))
          .map(([member, value]) => describeMemberValue(member, value))
          .join(' · ')}
      </Line>
    </>
  )
}

/** A value of a member as forms have it. */
export const describeMemberValue = (member: string, value: unknown): string => {
  const kind = findField(member)?.kind
  if (kind === 'duration' && typeof value === 'number') return formatLength(value)
  if (kind === 'choice' && typeof value === 'string') return describeChoice(value)
  return describeValue(formatIfDay(member, value)) || texts.seeding.nothing
}
