import { Badge, Group, Switch, Text, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconHeartBroken, IconSearch } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import type { Column } from '../table/columns.ts'
import { Table } from '../table/Table.tsx'
import { TableFooter } from '../table/TableFooter.tsx'
import { ActionBadge } from './changeKinds.tsx'
import { type ChangeRow, filterChanges } from './changeRows.ts'
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

const changeColumns = ({ lost_likes }: SeedReport): Column<ChangeRow>[] => {
  const likes = new Map(lost_likes.map(({ name, key, likes: count }) => [`${key} ${name}`, count]))
  return [
    {
      name: 'action',
      title: texts.seeding.change,
      width: 150,
      render: ({ action, section, group }) => (
        <>
          <ActionBadge action={action} />
          <Text size="xs" c="dimmed" pl={4}>
            {group ? texts[section].many : texts[section].one}
          </Text>
        </>
      ),
    },
    {
      name: 'name',
      title: texts.seeding.record,
      render: (row) => (
        <>
          <RecordName row={row} likes={likes} />
          <div className="below-md">
            <Members row={row} />
          </div>
        </>
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
  const searched = useDeferredValue(text)
  const { rows, left } = useMemo(
    () => filterChanges(report, { kinds, text: searched, isFolded }),
    [report, kinds, searched, isFolded],
  )
  const [page, setPage] = usePage(`${report.digest} ${kinds.join()} ${searched} ${isFolded}`)
  const columns = useMemo(() => changeColumns(report), [report])
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

const RecordName = ({ row: { change, group, section }, likes }: { row: ChangeRow; likes: Map<string, number> }) => {
  if (group) {
    return (
      <Text size="sm" fw={600}>
        {countRecords(group.count, section)}
      </Text>
    )
  }
  if (!change) return
  const { name, key, label, into, action } = change
  const lost = action === 'delete' ? likes.get(`${key} ${name}`) : undefined
  return (
    <>
      <Text size="sm" fw={600} className="break-anywhere">
        {name}
      </Text>
      {into !== undefined && <Text size="sm">{texts.seeding.into(into)}</Text>}
      <Text size="xs" c="dimmed" className="break-anywhere">
        {[label, key].filter(Boolean).join(' · ')}
      </Text>
      {lost !== undefined && (
        <Badge variant="light" color="red" tt="none" leftSection={<IconHeartBroken size={12} />}>
          {texts.seeding.likesLost(lost)}
        </Badge>
      )}
    </>
  )
}

const Members = ({ row: { change, group } }: { row: ChangeRow }) => {
  if (group) return <MemberChanges members={{ [group.member]: { from: group.from, to: group.to } }} />
  return change?.members && <MemberChanges members={change.members} />
}
