import { List, Text } from '@mantine/core'
import { deleteRecords } from '../../api/bulk.ts'
import type { BulkDeletionResult } from '../../api/types.ts'
import { countRecords, type ResourceName } from '../../resources/names.ts'
import { texts } from '../../texts/texts.ts'
import { ChangesDialog } from '../changes/ChangesDialog.tsx'
import { PreviewArea } from '../changes/PreviewArea.tsx'
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
  const showChange = useShowChange()
  return (
    <ChangesDialog
      title={texts.bulk.deleteTitle(countRecords(ids.length, resource))}
      color="red"
      onClose={onClose}
      send={(request, signal) => deleteRecords(resource, { ids, ...request }, signal)}
      describeAction={() => texts.bulk.deleteRecords(countRecords(ids.length, resource))}
      onApplied={({ deleted }) => {
        showChange({ message: texts.bulk.deleted(countRecords(deleted, resource)), record: resource, action: 'bulk' })
        onApplied()
      }}
    >
      {(preview) => <DeletionPreview resource={resource} result={preview} />}
    </ChangesDialog>
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
      <PreviewArea more={more}>
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
      </PreviewArea>
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
