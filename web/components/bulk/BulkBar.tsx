import { Affix, Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { isBulkResource, maxBulkDeletions, maxBulkRecords } from '../../api/bulk.ts'
import { isMergeResource, maxMergedRecords } from '../../api/merge.ts'
import { formatNumber } from '../../format.ts'
import { IconArrowMerge, IconPencil, IconTrash } from '../../icons/icons.ts'
import type { ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { lazyPart } from '../lazyPart.ts'
import { useReadOnlyMutation } from '../useReadOnlyMutation.ts'
import type { BulkDialogName } from './BulkDialogs.tsx'
import { readAllMatches } from './readAllMatches.ts'
import type { Selection } from './useSelection.ts'

const BulkDialogs = lazyPart(async () => (await import('./BulkDialogs.tsx')).BulkDialogs)

interface Props {
  resource: ResourceName
  selection: Selection<{ id: number }> | undefined
  /** The query of the list, which knows how many records there are on all pages, and what they were searched by. */
  query: { data: { total: number; parameters?: object } | undefined }
}

/** What can be done with the selected records. It is shown as long as there are any. */
export const BulkBar = ({ resource, selection, query }: Props) => {
  const [dialog, setDialog] = useState<BulkDialogName>()
  if (!selection || selection.records.length === 0) return
  const selectNone = () => selection.onChange([])
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
            <SelectedCount resource={resource} selection={selection} query={query} />
            <Actions resource={resource} count={selection.records.length} onChoose={setDialog} />
            <CloseButton size="sm" aria-label={texts.bulk.clear} onClick={selectNone} />
          </Group>
        </Paper>
      </Affix>
      {dialog && (
        <Suspense>
          <BulkDialogs
            name={dialog}
            resource={resource}
            records={selection.records}
            onClose={() => setDialog(undefined)}
            onApplied={selectNone}
            onMerged={(gone) =>
              selection.onChange(selection.records.filter(({ id }) => gone.every((other) => other.id !== id)))
            }
          />
        </Suspense>
      )}
    </>
  )
}

interface CountProps extends Props {
  selection: Selection<{ id: number }>
}

/** How many records are selected, and what selects all that the list has found. */
const SelectedCount = ({ resource, selection, query }: CountProps) => {
  const { length } = selection.records
  const { total = 0, parameters } = query.data ?? {}
  const max = isBulkResource(resource) ? maxBulkRecords : maxBulkDeletions
  const { mutate: selectAll, isPending } = useReadOnlyMutation({
    mutationFn: () => readAllMatches(resource, parameters ?? {}),
    onSuccess: selection.onChange,
  })
  return (
    <>
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
    </>
  )
}

interface ActionsProps {
  resource: ResourceName
  /** How many records are selected. */
  count: number
  onChoose(action: BulkDialogName): void
}

const Actions = ({ resource, count, onChoose }: ActionsProps) => (
  <>
    {isBulkResource(resource) && (
      <Button
        size="compact-sm"
        leftSection={<IconPencil size={14} />}
        disabled={count > maxBulkRecords}
        onClick={() => onChoose('change')}
      >
        {texts.bulk.change}
      </Button>
    )}
    {isMergeResource(resource) && (
      <Button
        size="compact-sm"
        variant={isBulkResource(resource) ? 'light' : 'filled'}
        leftSection={<IconArrowMerge size={14} />}
        disabled={count < 2 || count > maxMergedRecords}
        onClick={() => onChoose('merge')}
      >
        {texts.merge.merge}
      </Button>
    )}
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      leftSection={<IconTrash size={14} />}
      disabled={count > maxBulkDeletions}
      onClick={() => onChoose('delete')}
    >
      {texts.bulk.delete}
    </Button>
    {count > maxBulkDeletions && (
      <Text size="xs" c="dimmed">
        {texts.bulk.deleteAtMost(formatNumber(maxBulkDeletions))}
      </Text>
    )}
  </>
)
