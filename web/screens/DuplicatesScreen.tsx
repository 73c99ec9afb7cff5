import { Button, Group, Paper, ScrollArea, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isMergeResource, likenesses, maxMergedRecords, readDuplicates } from '../api/merge.ts'
import type { DuplicateGroup, NamedRecord } from '../api/types.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { opensDrawer } from '../components/edit/useLeave.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { describeCounts } from '../components/merge/counts.ts'
import { MergeDialog } from '../components/merge/MergeDialog.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { RecordLink } from '../components/RecordLink.tsx'
import { SmallCover } from '../components/SmallCover.tsx'
import { TableFooter } from '../components/table/TableFooter.tsx'
import { useDescriptions } from '../components/useDescriptions.ts'
import { useListState } from '../components/useListState.ts'
import { useSummaries } from '../components/useSummaries.ts'
import { formatNumber } from '../format.ts'
import { IconArrowMerge, IconTrash } from '../icons/icons.ts'
import { type ResourceName, resourceNames } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'

/** Groups of records that are likely the same one. */
export const Component = () => {
  const list = useListState('')
  const resource = resourceNames.find((name) => name === list.get('resource')) ?? 'labels'
  const names = likenesses.find((name) => name === list.get('names')) ?? 'same'
  const [merged, setMerged] = useState<NamedRecord[]>()
  const page = { limit: list.pageSize, offset: (list.page - 1) * list.pageSize }
  const { data, error, refetch } = useQuery({
    queryKey: ['duplicates', resource, names, page],
    queryFn: ({ signal }) => readDuplicates(resource, names, page, signal),
  })
  const close = () => setMerged(undefined)
  const named = data?.groups.flatMap(({ records }) => records.slice(0, maxNamed)) ?? []
  const descriptions = useDescriptions(
    resource,
    named.map(({ id }) => id),
  )
  const counted = isMergeResource(resource) ? { resource, named } : { resource: 'labels' as const, named: [] }
  const summaries = useSummaries(counted.resource, counted.named)
  const describe = (id: number) =>
    [texts.merge.id(id), ...describeCounts(summaries?.get(id)), descriptions.get(id)].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader
        title={texts.merge.duplicatesTitle}
        description={names === 'near' ? texts.merge.describeNear(resource) : texts.merge.describe[resource]}
      />
      <Group mb="md" gap="sm">
        <ScrollArea type="never">
          <SegmentedControl
            aria-label={texts.merge.resource}
            value={resource}
            onChange={(name) => list.set({ resource: name })}
            data={resourceNames.map((name) => ({ value: name, label: texts[name].title }))}
          />
        </ScrollArea>
        <SegmentedControl
          aria-label={texts.merge.likeness}
          value={names}
          onChange={(names) => list.set({ names })}
          data={likenesses.map((value) => ({ value, label: texts.merge.likenesses[value] }))}
        />
      </Group>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      <Stack gap="sm" mih={300} aria-busy={!data && !error}>
        {!data && !error && [1, 2, 3].map((n) => <Skeleton key={n} h={64} />)}
        {data?.total === 0 && (
          <EmptyState
            role="status"
            title={texts.merge.none}
            link={{ path: `/${resource}`, text: texts.list.all(texts[resource].many) }}
          />
        )}
        {data && data.total > 0 && (
          <Text size="sm" role="status">
            {texts.merge.groups(data.total)}
          </Text>
        )}
        {data?.groups.map((group) => (
          <DuplicateRecords
            key={group.records[0]?.id}
            resource={resource}
            group={group}
            summaries={summaries}
            describe={describe}
            onMerge={setMerged}
          />
        ))}
      </Stack>
      <TableFooter {...list} total={data?.total} onPage={(page) => list.set({ page })} />
      {merged && isMergeResource(resource) && <MergeDialog resource={resource} records={merged} onClose={close} />}
    </>
  )
}

interface GroupProps {
  resource: ResourceName
  group: DuplicateGroup
  summaries: ReadonlyMap<number, { id: number }> | undefined
  /** Says what tells a record apart. */
  describe(id: number): string
  onMerge(records: NamedRecord[]): void
}

/** How many records of a group are named. */
const maxNamed = 10

const DuplicateRecords = ({ resource, group: { count, records }, summaries, describe, onMerge }: GroupProps) => (
  <Paper withBorder p="sm" px="md">
    <Group justify="space-between" wrap="nowrap" align="start">
      <Stack gap={2} miw={0} className="break-anywhere">
        {records.slice(0, maxNamed).map(({ id, name }) => (
          <Text key={id} size="sm">
            <SmallCover resource={resource} name={name} summary={summaries?.get(id)} />
            <RecordLink to={resource} id={id}>
              {name}
            </RecordLink>{' '}
            <Text span size="xs" c="dimmed">
              {describe(id)}
            </Text>
            {!isMergeResource(resource) && (
              <Link
                to={`/${resource}/${id}/delete`}
                {...opensDrawer}
                className="row-button"
                aria-label={texts.merge.remove(name, id)}
              >
                <IconTrash size={16} />
              </Link>
            )}
          </Text>
        ))}
        {count > maxNamed && (
          <Text size="sm" c="dimmed">
            {texts.changes.more(formatNumber(count - maxNamed))}
          </Text>
        )}
      </Stack>
      {isMergeResource(resource) && (
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          leftSection={<IconArrowMerge size={14} />}
          onClick={() => onMerge(records.slice(0, maxMergedRecords))}
          aria-label={texts.merge.mergeGroup(records[0]?.name ?? '')}
        >
          {texts.merge.merge}
        </Button>
      )}
    </Group>
  </Paper>
)
