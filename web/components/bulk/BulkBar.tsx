import { Affix, Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type BulkResource, maxBulkRecords } from '../../api/bulk.ts'
import { isMergeResource, maxMergedRecords } from '../../api/merge.ts'
import { describeError } from '../../describeError.ts'
import { formatNumber } from '../../format.ts'
import { IconArrowMerge, IconPencil } from '../../icons/icons.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { readAllMatches } from './readAllMatches.ts'
import type { Selection } from './useSelection.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('../merge/MergeDialog.tsx')).MergeDialog }))

interface Props {
  resource: ResourceName
  selection: Selection<{ id: number }> | undefined
  /** The query of the list, which knows how many records there are on all pages, and what they were searched by. */
  query: { data: { total: number; parameters?: object } | undefined }
}

const isBulkResource = (resource: ResourceName): resource is BulkResource =>
  resource === 'albums' || resource === 'artists' || resource === 'tracks'

/** What can be done with the selected records. It is shown as long as there are any. */
export const BulkBar = ({ resource, selection, query }: Props) => {
  const [isOpen, { open, close }] = useDisclosure()
  const [isMerging, { open: openMerge, close: closeMerge }] = useDisclosure()
  const { total = 0, parameters } = query.data ?? {}
  const { mutate: selectAll, isPending } = useMutation({
    mutationFn: () => readAllMatches(resource, parameters ?? {}),
    onSuccess: (records) => selection?.onChange(records),
    onError: (error) => notifications.show({ color: 'red', message: describeError(error) }),
    // Nothing was changed.
    onSettled: () => {},
  })
  if (!selection || selection.records.length === 0) return
  const { length } = selection.records
  return (
    <>
      <Affix position={{ bottom: 16, left: 12, right: 12 }} className="bulk-bar">
        <Paper
          component="section"
          aria-label={texts.bulk.selection}
          shadow="lg"
          withBorder
          p="xs"
          px="lg"
          w="fit-content"
          maw="100%"
          mx="auto"
        >
          <Group gap="sm" justify="center">
            <Text size="sm" fw={600} role="status">
              {texts.bulk.selected(length)}
            </Text>
            {parameters && total > length && total <= maxBulkRecords && (
              <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => selectAll()}>
                {texts.bulk.selectAll(formatNumber(total))}
              </Button>
            )}
            {total > maxBulkRecords && (
              <Text size="xs" c="dimmed">
                {texts.bulk.atMost(formatNumber(maxBulkRecords))}
              </Text>
            )}
            {isBulkResource(resource) && (
              <Button
                size="compact-sm"
                leftSection={<IconPencil size={14} />}
                disabled={length > maxBulkRecords}
                onClick={open}
              >
                {texts.bulk.change}
              </Button>
            )}
            {isMergeResource(resource) && (
              <Button
                size="compact-sm"
                variant={isBulkResource(resource) ? 'light' : 'filled'}
                leftSection={<IconArrowMerge size={14} />}
                disabled={length < 2 || length > maxMergedRecords}
                onClick={openMerge}
              >
                {texts.merge.merge}
              </Button>
            )}
            <CloseButton size="sm" aria-label={texts.bulk.clear} onClick={() => selection.onChange([])} />
          </Group>
        </Paper>
      </Affix>
      {isMerging && isMergeResource(resource) && (
        <Suspense>
          <MergeDialog
            resource={resource}
            records={selection.records.map((record) => ({ id: record.id, name: describeRecord(record) }))}
            onClose={closeMerge}
            onMerged={() => {
              closeMerge()
              selection.onChange([])
            }}
          />
        </Suspense>
      )}
      {isOpen && isBulkResource(resource) && (
        <Suspense>
          <BulkDialog
            resource={resource}
            ids={selection.records.map(({ id }) => id)}
            onClose={close}
            onApplied={() => {
              close()
              selection.onChange([])
            }}
          />
        </Suspense>
      )}
    </>
  )
}
