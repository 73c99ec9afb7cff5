import { Badge, Group, Switch, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { useDeferredValue, useMemo, useState } from 'react'
import type { SeedReport } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { IconHeartBroken, IconSearch } from '../../icons/icons.ts'
import { countRecords } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
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

/** The changes of a preview. */
export const ChangeTable = ({ report, kinds, isFetching }: Props) => {
  const [text, setText] = useState('')
  const [isFolded, setIsFolded] = useState(true)
  const searched = useDeferredValue(text)
  const { rows, left } = useMemo(
    () => filterChanges(report, { kinds, text: searched, isFolded }),
    [report, kinds, searched, isFolded],
  )
  // Another filter starts with its first page.
  const filter = `${report.digest} ${kinds.join()} ${searched} ${isFolded}`
  const [paged, setPaged] = useState({ filter, page: 1 })
  const page = paged.filter === filter ? paged.page : 1
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const likes = useMemo(
    () => new Map(report.lost_likes.map(({ name, key, likes: count }) => [`${key} ${name}`, count])),
    [report],
  )
  const columns: DataTableColumn<ChangeRow>[] = [
    {
      accessor: 'action',
      title: texts.seeding.change,
      width: isNarrow ? 124 : 130,
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
      accessor: 'name',
      title: texts.seeding.record,
      render: (row) => (
        <>
          <RecordName row={row} likes={likes} />
          {isNarrow && <Members row={row} />}
        </>
      ),
    },
    {
      accessor: 'members',
      title: texts.seeding.fields,
      width: '45%',
      hidden: isNarrow,
      render: (row) => <Members row={row} />,
    },
  ]
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
      <DataTable
        records={rows.slice((page - 1) * pageSize, page * pageSize)}
        columns={columns}
        withTableBorder
        borderRadius="md"
        verticalSpacing="sm"
        minHeight={rows.length > 0 ? 0 : 180}
        fetching={isFetching}
        noRecordsText={texts.list.empty}
        page={page}
        onPageChange={(next) => setPaged({ filter, page: next })}
        totalRecords={rows.length}
        recordsPerPage={pageSize}
        loadingText={texts.list.loading}
        paginationText={({ from, to, totalRecords }) =>
          texts.list.pageOf(formatNumber(from), formatNumber(to), formatNumber(totalRecords))
        }
        getPaginationControlProps={(control) => ({ 'aria-label': texts.list[control] })}
      />
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
