import { Affix, Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type BulkResource, maxBulkRecords } from '../../api/bulk.ts'
import { describeError } from '../../describeError.ts'
import { formatNumber } from '../../format.ts'
import { IconPencil } from '../../icons/icons.ts'
import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { readAllMatches } from './readAllMatches.ts'
import type { Selection } from './useSelection.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))

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
  const { total = 0, parameters } = query.data ?? {}
  const { mutate: selectAll, isPending } = useMutation({
    mutationFn: () => readAllMatches(resource, parameters ?? {}),
    onSuccess: (records) => selection?.onChange(records),
    onError: (error) => notifications.show({ color: 'red', message: describeError(error) }),
    // Nothing was changed.
    onSettled: () => {},
  })
  if (!isBulkResource(resource) || !selection || selection.records.length === 0) return
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
            <Button
              size="compact-sm"
              leftSection={<IconPencil size={14} />}
              disabled={length > maxBulkRecords}
              onClick={open}
            >
              {texts.bulk.change}
            </Button>
            <CloseButton size="sm" aria-label={texts.bulk.clear} onClick={() => selection.onChange([])} />
          </Group>
        </Paper>
      </Affix>
      {isOpen && (
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
