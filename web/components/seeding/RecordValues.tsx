import { Text } from '@mantine/core'
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
      <Text component="span" display="block" size="sm" fw={600} className="break-anywhere">
        {title}
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed" className="break-anywhere">
        {[title !== name && name, !values && label, key].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}

/** How many artists of an album are named. */
const maxArtists = 3

interface Props {
  values: NonNullable<SeedChange['values']>
  artists?: readonly string[] | undefined
}

/** What a record has beside its title: its artists, and the rest in a second line. */
export const RecordValues = ({ values, artists = artistsOf(values) }: Props) => {
  const { title, artists: own, ...rest } = values
  return (
    <>
      <Text component="span" display="block" size="sm" className="break-anywhere">
        {artists.slice(0, maxArtists).join(', ')}
        {artists.length > maxArtists && ' …'}
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed" className="break-anywhere">
        {Object.entries(rest)
          .sort(([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)))
          .map(([member, value]) => describeMemberValue(member, value))
          .join(' · ')}
      </Text>
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
