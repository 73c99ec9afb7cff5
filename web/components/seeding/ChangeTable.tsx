import { Badge, Box, Button, Group, Switch, Text, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Section, SeedChange, SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconChevronDown, IconChevronUp, IconHeartBroken, IconSearch } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import type { Column } from '../table/columns.ts'
import { Table } from '../table/Table.tsx'
import { TableFooter } from '../table/TableFooter.tsx'
import { ActionBadge } from './changeKinds.tsx'
import { type ChangeRow, filterChanges } from './changeRows.ts'
import { Line, RecordTitle, RecordValues, shortList } from './RecordValues.tsx'
import { MemberChanges } from './ValueChange.tsx'

interface Props {
  report: SeedReport
  /** The kinds of changes that are shown; all if there are none. */
  kinds: string[]
  isFetching: boolean
}

const pageSize = 50

/** The page of a table whose rows are filtered. Another filter starts with its first page. */
const usePage = (filter: string) => {
  const [paged, setPaged] = useState({ filter, page: 1 })
  return [paged.filter === filter ? paged.page : 1, (page: number) => setPaged({ filter, page })] as const
}

interface ColumnsProps {
  report: SeedReport
  /** The sections whose new records are shown. */
  opened: readonly Section[]
  onToggle(section: Section): void
}

const changeColumns = ({ report, opened, onToggle }: ColumnsProps): Column<ChangeRow>[] => {
  const likes = new Map(report.lost_likes.map(({ name, key, likes: count }) => [`${key} ${name}`, count]))
  return [
    {
      name: 'action',
      title: texts.seeding.change,
      width: 150,
      render: ({ action, section, group, fold, album, change }) =>
        album === undefined && (
          <>
            {!isNewTrack(change) && <ActionBadge action={action} />}
            <Text size="xs" c="dimmed" pl={4}>
              {group || fold ? texts[section].many : texts[section].one}
            </Text>
          </>
        ),
    },
    {
      name: 'name',
      title: texts.seeding.record,
      render: (row) => (
        <Box pl={isNewTrack(row.change) ? 'md' : undefined}>
          {row.fold ? (
            <Button
              variant="subtle"
              size="compact-sm"
              rightSection={opened.includes(row.section) ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
              aria-expanded={opened.includes(row.section)}
              onClick={() => onToggle(row.section)}
            >
              {countRecords(row.fold.count, row.section)}
            </Button>
          ) : (
            <RecordName row={row} likes={likes} />
          )}
          <div className="below-md">
            <Members row={row} />
          </div>
        </Box>
      ),
    },
    {
      name: 'members',
      title: texts.seeding.fields,
      from: 'md',
      render: (row) => <Members row={row} />,
    },
  ]
}

/** The changes of a preview. */
export const ChangeTable = ({ report, kinds, isFetching }: Props) => {
  const [text, setText] = useState('')
  const [isFolded, setIsFolded] = useState(true)
  const [opened, setOpened] = useState<readonly Section[]>([])
  const searched = useDeferredValue(text)
  const { rows, left } = useMemo(
    () => filterChanges(report, { kinds, text: searched, isFolded, opened }),
    [report, kinds, searched, isFolded, opened],
  )
  const [page, setPage] = usePage(`${report.digest} ${kinds.join()} ${searched} ${isFolded}`)
  const columns = useMemo(() => {
    const onToggle = (section: Section) =>
      setOpened(opened.includes(section) ? opened.filter((other) => other !== section) : [...opened, section])
    return changeColumns({ report, opened, onToggle })
  }, [report, opened])
  return (
    <>
      <Group gap="md">
        <TextInput
          aria-label={texts.seeding.filter}
          placeholder={texts.seeding.filter}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="search-field"
        />
        {report.groups.length > 0 && (
          <Switch
            label={texts.seeding.fold}
            checked={isFolded}
            onChange={(event) => setIsFolded(event.currentTarget.checked)}
          />
        )}
      </Group>
      <Table
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        columns={columns}
        isBusy={isFetching}
        empty={<EmptyState title={texts.list.empty} />}
      />
      <TableFooter page={page} pageSize={pageSize} total={rows.length} onPage={setPage} />
      {left > 0 && (
        <Text c="dimmed" size="sm">
          {texts.seeding.left(formatNumber(left))}
        </Text>
      )}
    </>
  )
}

const RecordName = ({
  row: { change, group, section, album },
  likes,
}: {
  row: ChangeRow
  likes: Map<string, number>
}) => {
  if (!change) {
    return <Line fw={600}>{group ? countRecords(group.count, section) : (album ?? texts.seeding.withoutAlbum)}</Line>
  }
  const { name, key, into, action } = change
  const lost = action === 'delete' ? likes.get(`${key} ${name}`) : undefined
  return (
    <>
      <RecordTitle record={change} />
      {into !== undefined && <Text size="sm">{texts.seeding.into(into)}</Text>}
      {lost !== undefined && (
        <Badge variant="light" color="red" tt="none" leftSection={<IconHeartBroken size={12} />}>
          {texts.seeding.likesLost(lost)}
        </Badge>
      )}
    </>
  )
}

/** Whether it is below the line of its album, which says what is done. */
const isNewTrack = (change: SeedChange | undefined) => change?.section === 'tracks' && change.action === 'create'

const Members = ({ row: { change, group, fold, artists } }: { row: ChangeRow }) => {
  if (group) return <MemberChanges members={{ [group.member]: { from: group.from, to: group.to } }} />
  if (fold) return <Line>{shortList(fold.names, fold.count)}</Line>
  if (change?.members) return <MemberChanges members={change.members} />
  if (!change?.values) return
  const { album, ...values } = change.values
  return <RecordValues values={values} artists={artists} />
}
