import { Radio, SimpleGrid, Text } from '@mantine/core'
import type { PeopleWay } from '../../api/peopleChoices.ts'
import type { PeopleChange } from '../../api/types.ts'
import { formatLength } from '../../format.ts'
import { describeChoice, describeMember, findField } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { Age } from '../Age.tsx'
import { describeValue } from './ValueChange.tsx'

interface Props {
  change: PeopleChange
  way: PeopleWay
  onChoose(way: PeopleWay): void
}

const words = texts.seeding.people

/** A change by people: the value of the library, with who has changed it, and that of the file. The user chooses one of them. */
export const PeopleChangeRow = ({ change, way, onChoose }: Props) => {
  const { section, kind, name, key, label, member, library, file } = change
  return (
    <li>
      <Radio.Group
        className="people-change"
        value={way}
        onChange={onChoose}
        label={
          <>
            <Text component="span" display="block" size="sm" fw={600} className="break-anywhere">
              {name}
            </Text>
            <Text component="span" display="block" size="xs" c="dimmed" className="break-anywhere">
              {[texts[section].one, label, key].filter(Boolean).join(' · ')}
            </Text>
            {member !== undefined && (
              <Text component="span" display="block" size="sm">
                {describeMember(member)}
              </Text>
            )}
          </>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
          <Radio
            value="keep"
            label={<Choice name={words.ways[kind].keep} value={describe(member, library)} />}
            description={<Author change={change} />}
          />
          <Radio
            value="overwrite"
            label={<Choice name={words.ways[kind].overwrite} value={describe(member, file)} />}
            description={words.ofFile[kind]}
          />
        </SimpleGrid>
      </Radio.Group>
    </li>
  )
}

/** A value of a member as forms have it; undefined without a member. */
const describe = (member: string | undefined, value: unknown): string | undefined => {
  if (member === undefined) return
  const kind = findField(member)?.kind
  if (kind === 'duration' && typeof value === 'number') return formatLength(value)
  if (kind === 'choice' && typeof value === 'string') return describeChoice(value)
  return describeValue(value) || texts.seeding.nothing
}

const Choice = ({ name, value }: { name: string; value: string | undefined }) => (
  <>
    {name}
    {value !== undefined && (
      <Text component="span" display="block" size="sm" fw={600} className="break-anywhere">
        {value}
      </Text>
    )}
  </>
)

/** Who has made a change, and when, as far as the audit trail has it. */
const Author = ({ change: { kind, email, source, changed_at } }: { change: PeopleChange }) => {
  // Nobody has to have changed it.
  if (kind === 'referenced') return words.isReferenced
  if (changed_at === null) return words.unknown
  return (
    <>
      {words.by[kind](email ?? words.sources[source ?? ''] ?? '')}, <Age at={changed_at} />
    </>
  )
}
