import { Badge, Radio, SimpleGrid } from '@mantine/core'
import type { PeopleWay } from '../../api/peopleChoices.ts'
import type { PeopleChange } from '../../api/types.ts'
import { describeMember } from '../../resources/members.ts'
import { texts } from '../../texts/texts.ts'
import { Age } from '../Age.tsx'
import { describeMemberValue, Line, RecordTitle, RecordValues } from './RecordValues.tsx'

interface Props {
  change: PeopleChange
  way: PeopleWay
  onChoose(way: PeopleWay): void
}

const words = texts.seeding.people

/** A change by people: the value of the library, with who has changed it, and that of the file. The user chooses one of them. */
export const PeopleChangeRow = ({ change, way, onChoose }: Props) => {
  const { section, kind, values, member, library, file, is_conflict } = change
  return (
    <li>
      <Radio.Group
        className="people-change"
        value={way}
        onChange={onChoose}
        label={
          <>
            <RecordTitle record={change} />
            <RecordValues values={values} />
            <Line>{[texts[section].one, member && describeMember(member)].filter(Boolean).join(' · ')}</Line>
            {is_conflict && (
              <Badge component="span" variant="light" color="orange" tt="none">
                {words.isConflict}
              </Badge>
            )}
          </>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
          <Radio
            value="keep"
            label={<Choice name={words.ways[kind].keep} value={member && describeMemberValue(member, library)} />}
            description={<Author change={change} />}
          />
          <Radio
            value="overwrite"
            label={<Choice name={words.ways[kind].overwrite} value={member && describeMemberValue(member, file)} />}
            description={words.ofFile[kind]}
          />
        </SimpleGrid>
      </Radio.Group>
    </li>
  )
}

const Choice = ({ name, value }: { name: string; value: string | undefined }) => (
  <>
    {name}
    {value !== undefined && <Line fw={600}>{value}</Line>}
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
