import { Alert, Button, Group, List, Modal, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../client/index.ts'
import { applyBulkDeletion, previewBulkDeletion } from '../../api/bulk.ts'
import type { BulkDeletionResult } from '../../api/types.ts'
import { describeError } from '../../describeError.ts'
import { formatNumber } from '../../format.ts'
import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { useShowChange } from '../undo/useShowChange.tsx'

interface Props {
  resource: ResourceName
  ids: number[]
  onClose(): void
  onApplied(): void
}

/** Deletes the selected records at once, after a look at what loses them. */
export const BulkDeleteDialog = ({ resource, ids, onClose, onApplied }: Props) => {
  const describeCount = (count: number) => texts.list.count(count, texts[resource].one, texts[resource].many)
  const preview = useQuery({
    queryKey: ['bulk deletion', resource, ids],
    queryFn: ({ signal }) => previewBulkDeletion(resource, ids, signal),
    gcTime: 0,
    // What is confirmed is what is shown.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const showChange = useShowChange()
  const deletion = useMutation({
    mutationFn: (digest: string) => applyBulkDeletion(resource, { ids, digest }),
    onSuccess: ({ deleted }) => {
      showChange({ message: texts.bulk.deleted(describeCount(deleted)), record: resource, action: 'bulk' })
      onApplied()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) return preview.refetch()
    },
  })
  const shown = preview.data
  const error = deletion.error ?? preview.error
  return (
    <Modal opened onClose={onClose} title={texts.bulk.deleteTitle(describeCount(ids.length))} size="lg" centered>
      <Stack>
        {error && (
          <Alert color={deletion.error && shown ? 'orange' : 'red'} variant="light" role="alert">
            {describeError(error)}
          </Alert>
        )}
        {!shown && !error && <Skeleton h={120} />}
        {shown && <DeletionPreview resource={resource} result={shown} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.actions.cancel}
          </Button>
          <Button
            color="red"
            loading={deletion.isPending || preview.isFetching}
            disabled={!shown}
            onClick={() => shown && deletion.mutate(shown.digest)}
          >
            {texts.bulk.deleteRecords(describeCount(ids.length))}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const DeletionPreview = ({ resource, result }: { resource: ResourceName; result: BulkDeletionResult }) => {
  const { records, more, affected } = result
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
            <List.Item key={id}>{name}</List.Item>
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
