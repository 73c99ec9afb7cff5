import { Affix, Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type BulkResource, maxBulkDeletions, maxBulkRecords } from '../../api/bulk.ts'
import { isMergeResource, maxMergedRecords } from '../../api/merge.ts'
import { describeError } from '../../describeError.ts'
import { formatNumber } from '../../format.ts'
import { IconArrowMerge, IconPencil, IconTrash } from '../../icons/icons.ts'
import { describeRecord, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { readAllMatches } from './readAllMatches.ts'
import type { Selection } from './useSelection.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('../merge/MergeDialog.tsx')).MergeDialog }))
const BulkDeleteDialog = lazy(async () => ({ default: (await import('./BulkDeleteDialog.tsx')).BulkDeleteDialog }))

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
  const [dialog, setDialog] = useState<'change' | 'merge' | 'delete'>()
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
  const max = isBulkResource(resource) ? maxBulkRecords : maxBulkDeletions
  const ids = selection.records.map(({ id }) => id)
  const dialogProps = {
    onClose: () => setDialog(undefined),
    onApplied: () => selection.onChange([]),
  }
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
            {parameters && total > length && total <= max && (
              <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => selectAll()}>
                {texts.bulk.selectAll(formatNumber(total))}
              </Button>
            )}
            {total > max && (
              <Text size="xs" c="dimmed">
                {texts.bulk.atMost(formatNumber(max))}
              </Text>
            )}
            {isBulkResource(resource) && (
              <Button
                size="compact-sm"
                leftSection={<IconPencil size={14} />}
                disabled={length > maxBulkRecords}
                onClick={() => setDialog('change')}
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
                onClick={() => setDialog('merge')}
              >
                {texts.merge.merge}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="light"
              color="red"
              leftSection={<IconTrash size={14} />}
              disabled={length > maxBulkDeletions}
              onClick={() => setDialog('delete')}
            >
              {texts.bulk.delete}
            </Button>
            {length > maxBulkDeletions && (
              <Text size="xs" c="dimmed">
                {texts.bulk.deleteAtMost(formatNumber(maxBulkDeletions))}
              </Text>
            )}
            <CloseButton size="sm" aria-label={texts.bulk.clear} onClick={() => selection.onChange([])} />
          </Group>
        </Paper>
      </Affix>
      <Suspense>
        {dialog === 'change' && isBulkResource(resource) && (
          <BulkDialog resource={resource} ids={ids} {...dialogProps} />
        )}
        {dialog === 'merge' && isMergeResource(resource) && (
          <MergeDialog
            resource={resource}
            records={selection.records.map((record) => ({ id: record.id, name: describeRecord(record) }))}
            {...dialogProps}
          />
        )}
        {dialog === 'delete' && <BulkDeleteDialog resource={resource} ids={ids} {...dialogProps} />}
      </Suspense>
    </>
  )
}
