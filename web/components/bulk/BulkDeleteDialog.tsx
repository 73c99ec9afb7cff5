import { List, ScrollArea, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deleteRecords } from '../../api/bulk.ts'
import type { BulkDeletionResult } from '../../api/types.ts'
import { formatNumber } from '../../format.ts'
import { countRecords, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { ConfirmModal } from '../ConfirmModal.tsx'
import { useShowChange } from '../undo/useShowChange.tsx'
import { useDescriptions } from '../useDescriptions.ts'

interface Props {
  resource: ResourceName
  ids: number[]
  onClose(): void
  onApplied(): void
}

/** Deletes the selected records at once, after a look at what loses them. */
export const BulkDeleteDialog = ({ resource, ids, onClose, onApplied }: Props) => {
  const preview = useQuery({
    queryKey: ['bulk deletion', resource, ids],
    queryFn: ({ signal }) => deleteRecords(resource, { ids, dry_run: true }, signal),
    gcTime: 0,
    meta: { isPreview: true },
    // What is confirmed is what is shown.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const showChange = useShowChange()
  return (
    <ConfirmModal
      onClose={onClose}
      title={texts.bulk.deleteTitle(countRecords(ids.length, resource))}
      size="lg"
      action={texts.bulk.deleteRecords(countRecords(ids.length, resource))}
      preview={preview}
      run={() => deleteRecords(resource, { ids, digest: preview.data?.digest ?? '' })}
      onDone={({ deleted }) => {
        showChange({ message: texts.bulk.deleted(countRecords(deleted, resource)), record: resource, action: 'bulk' })
        onApplied()
      }}
    >
      {preview.data && <DeletionPreview resource={resource} result={preview.data} />}
    </ConfirmModal>
  )
}

const DeletionPreview = ({ resource, result }: { resource: ResourceName; result: BulkDeletionResult }) => {
  const { records, more, affected } = result
  const descriptions = useDescriptions(
    resource,
    records.map(({ id }) => id),
  )
  const counts = Object.entries(affected).filter(([, count]) => count > 0)
  return (
    <>
      <ScrollArea.Autosize
        mah="32vh"
        type="auto"
        // The arrow keys scroll it.
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': texts.bulk.preview }}
      >
        <List size="sm">
          {records.map(({ id, name }) => (
            <List.Item key={id}>
              {name}
              <Text size="xs" c="dimmed" className="break-anywhere">
                {descriptions.get(id)}
              </Text>
            </List.Item>
          ))}
        </List>
        {more > 0 && (
          <Text size="sm" c="dimmed">
            {texts.bulk.more(formatNumber(more))}
          </Text>
        )}
      </ScrollArea.Autosize>
      <Text size="sm" role="status">
        {counts.length === 0 ? texts.bulk.nothingRefers : texts.bulk.refers}
      </Text>
      {counts.length > 0 && (
        <List size="sm" withPadding>
          {counts.map(([kind, count]) => (
            <List.Item key={kind}>{texts.bulk.describeReference(resource, kind, count)}</List.Item>
          ))}
        </List>
      )}
    </>
  )
}
